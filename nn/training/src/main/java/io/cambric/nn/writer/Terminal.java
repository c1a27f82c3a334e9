package io.cambric.nn.writer;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/** The abilities of the terminal: its width, and the lines of tables. */
public final class Terminal {

  /** The assumed number of columns where it is unknown, as for output to a file. */
  private static final int USUAL = 100;

  /**
   * The minimum of columns; a smaller value in the environment is wrong, since nothing would be
   * legible.
   */
  private static final int LEAST = 20;

  private static final String LINES = "┏┳┓┡╇┩├┼┤└┴┘━─┃│";
  private static final String PLAIN = "++++++++++++--||";

  private Terminal() {}

  /** {@return the columns of a line, by the environment variable COLUMNS} */
  public static int columns() {
    return columns(System.getenv("COLUMNS"));
  }

  static int columns(@Nullable String given) {
    if (given == null) {
      return USUAL;
    }
    try {
      int columns = Integer.parseInt(given.strip());
      return columns < LEAST ? USUAL : columns;
    } catch (NumberFormatException e) {
      return USUAL;
    }
  }

  /** {@return whether standard output is a terminal, which can redraw lines} */
  public static boolean isInteractive() {
    var console = System.console();
    return console != null && console.isTerminal() && !isDumb();
  }

  /** {@return whether the environment variable TERM names a terminal without colours and moves} */
  public static boolean isDumb() {
    return isDumb(System.getenv("TERM"));
  }

  static boolean isDumb(@Nullable String kind) {
    return "dumb".equals(kind);
  }

  /** {@return a writer to standard output that notices a closed pipe, unlike {@code System.out}} */
  public static PrintWriter output() {
    return new PrintWriter(
        new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), charset()), true);
  }

  /** {@return the charset of standard output} */
  public static Charset charset() {
    return Charset.forName(System.getProperty("stdout.encoding"), Charset.defaultCharset());
  }

  /** {@return a table with line characters that a charset can encode} */
  public static String table(String text, Charset charset) {
    if (charset.newEncoder().canEncode(LINES)) {
      return text;
    }
    var plain = new StringBuilder(text.length());
    text.chars()
        .forEach(character -> {
          int line = LINES.indexOf(character);
          plain.append(line < 0 ? (char) character : PLAIN.charAt(line));
        });
    return plain.toString();
  }
}
