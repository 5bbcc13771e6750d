// The Java solver by David N. Hill as an engine: java -cp CLASSES Hill.java, with the compiled classes of his program.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import minesweeper.gamestate.GameStateModel;
import minesweeper.settings.GameSettings;
import minesweeper.solver.Solver;
import minesweeper.solver.settings.PlayStyle;
import minesweeper.solver.settings.SettingsFactory;
import minesweeper.solver.settings.SettingsFactory.Setting;
import minesweeper.solver.utility.BinomialCache;
import minesweeper.structure.Action;
import minesweeper.structure.Location;

public class Hill {
    static final Pattern NUMBER = Pattern.compile("\\d+");

    /** A position: the cells that are open, with their numbers. */
    static class Position extends GameStateModel {
        private final String[] rows;

        Position(GameSettings settings, String[] rows) {
            super(settings);
            this.rows = rows;
            for (int y = 0; y < height; y++)
                for (int x = 0; x < width; x++)
                    if (rows[y].charAt(x) != '#') setRevealed(x, y);
            start(new Location(0, 0));
        }

        @Override
        protected int queryHandle(int x, int y) {
            return rows[y].charAt(x) - '0';
        }

        @Override
        protected void startHandle(Location cell) {}

        @Override
        protected void placeFlagHandle(Location cell) {}

        @Override
        protected boolean clearSquareHitMine(Location cell) {
            return false;
        }

        @Override
        protected boolean clearSurroundHandle(Location cell) {
            return false;
        }
    }

    static BinomialCache cache = new BinomialCache(5000, Solver.BINOMIAL_CACHE_LIMIT, Solver.binomialEngine);

    /** Returns a move: all cells that are safe, or one that is to be guessed. */
    static String move(String rules, String[] rows) {
        if (Arrays.stream(rows).allMatch(row -> row.matches("#*")))
            return rules.contains("-open") ? "3,3" : "0,0"; // As its author starts.
        int[] sizes = NUMBER.matcher(rules).results().mapToInt(each -> Integer.parseInt(each.group())).toArray();
        Position position = new Position(GameSettings.create(sizes[0], sizes[1], sizes[2]), rows);
        Solver solver = new Solver(position, SettingsFactory.GetSettings(Setting.SMALL_ANALYSIS), false);
        solver.setPlayStyle(PlayStyle.NO_FLAG);
        solver.setBinomialCache(cache);
        solver.start();
        Action[] clears =
            Arrays.stream(solver.getResult()).filter(each -> each.getAction() == Action.CLEAR).toArray(Action[]::new);
        boolean sure = Arrays.stream(clears).anyMatch(Action::isCertainty);
        return Arrays.stream(clears)
            .filter(each -> !sure || each.isCertainty())
            .limit(sure ? clears.length : 1)
            .map(each -> each.x + "," + each.y)
            .collect(Collectors.joining(" "));
    }

    public static void main(String[] words) throws Exception {
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream())); // The solver's own remarks.
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        String rules = "";
        String[] rows = {};
        for (String line = lines.readLine(); line != null && !line.equals("quit"); line = lines.readLine()) {
            String[] parts = line.trim().split(" ", 2);
            String rest = parts.length < 2 ? "" : parts[1];
            switch (parts[0]) {
                case "dep" -> out.println("dep 1\nid name hill\nplays minesweeper\ndepok");
                case "game" -> rules = rest;
                case "position" -> rows = rest.split("/");
                case "go" -> out.println("move " + move(rules, rows));
                default -> {}
            }
            out.flush();
        }
        System.exit(0);
    }
}
