// An engine for Mastermind: the first code that fits all answers.
import java.util.Scanner;
import java.util.stream.IntStream;

class First {
    static String answer(String code, String guess) {
        long black = IntStream.range(0, code.length()).filter(i -> code.charAt(i) == guess.charAt(i)).count();
        long both = guess.chars().distinct()
            .mapToLong(c -> Math.min(code.chars().filter(d -> d == c).count(), guess.chars().filter(d -> d == c).count()))
            .sum();
        return black + "B " + (both - black) + "W";
    }

    public static void main(String[] none) {
        String game = "", rows = "";
        for (Scanner in = new Scanner(System.in); in.hasNextLine(); ) {
            String[] line = in.nextLine().trim().split(" ", 2);
            if (line[0].equals("dep")) System.out.println("dep 1\nid name first\nplays mastermind\ndepok");
            if (line[0].equals("game")) game = line[1].split(" seed")[0];
            if (line[0].equals("position")) rows = line.length > 1 ? line[1] : "";
            if (line[0].equals("quit")) return;
            if (!line[0].equals("go")) continue;
            if (!game.matches("mastermind:[1-8]x[1-9](,limit=\\d+)?")) {
                System.out.println("refuse only sizes up to 8x9, without options");
                continue;
            }
            int places = game.charAt(11) - '0', colours = game.charAt(13) - '0';
            String[] turns = rows.isEmpty() ? new String[0] : rows.split(" *; *");
            for (int n = 0, end = (int) Math.pow(colours, places); n < end; n++) {
                StringBuilder text = new StringBuilder();
                for (int i = 0, rest = n; i < places; i++, rest /= colours) text.append(1 + rest % colours);
                String code = text.toString();
                if (IntStream.range(0, turns.length).allMatch(i -> turns[i].equals(
                        turns[i].split(" ")[0] + " " + answer(code, turns[i].split(" ")[0])))) {
                    System.out.println("move " + code);
                    break;
                }
            }
        }
    }
}
