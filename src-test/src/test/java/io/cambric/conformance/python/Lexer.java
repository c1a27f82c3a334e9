package io.cambric.conformance.python;

import io.cambric.conformance.format.UnsupportedFeature;
import io.cambric.conformance.python.Token.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Cuts Python text into tokens; mutable while it does. */
final class Lexer {

  private static final Pattern PIECE =
      Pattern.compile(
          "(?<blank>[ \\t]+|#[^\\n]*|\\\\\\n)|(?<newline>\\n)"
              + "|(?<imaginary>(?:\\d[\\d_]*\\.?\\d*|\\.\\d+)(?:[eE][+-]?\\d+)?[jJ]\\b)"
              + "|(?<float>(?:\\d[\\d_]*)?\\.\\d[\\d_]*(?:[eE][+-]?\\d+)?|\\d[\\d_]*\\.(?:[eE][+-]?\\d+)?|\\d[\\d_]*[eE][+-]?\\d+)"
              + "|(?<int>0[xX][0-9a-fA-F]+|\\d[\\d_]*)|(?<name>[A-Za-z_]\\w*)"
              + "|(?<string>'(?:[^'\\\\\\n]|\\\\.)*'|\"(?:[^\"\\\\\\n]|\\\\.)*\")"
              + "|(?<operator>\\*\\*|//|<<|>>|<=|>=|==|!=|->|[-+*/%@&|^~<>()\\[\\]{},:.=;])");

  private final String text;
  private final List<Token> tokens = new ArrayList<>();
  private final Deque<Integer> indents = new ArrayDeque<>(List.of(0));
  private int depth;
  private int line = 1;

  private Lexer(String text) {
    this.text = text;
  }

  static List<Token> tokens(String text) {
    return new Lexer(text).run();
  }

  private List<Token> run() {
    var piece = PIECE.matcher(text);
    int at = 0;
    boolean lineStart = true;
    while (at < text.length()) {
      if (lineStart && depth == 0) {
        at = indentation(at);
        lineStart = false;
        continue;
      }
      if (!piece.region(at, text.length()).lookingAt()) {
        throw new PythonException(
            "line %d cannot be read at: %s".formatted(line, text.substring(at)));
      }
      if (piece.group("imaginary") != null) {
        throw new UnsupportedFeature("dtype:complex");
      }
      if (piece.group("newline") != null) {
        newline();
        lineStart = true;
      } else {
        add(piece);
      }
      at = piece.end();
    }
    newlineIfOpen();
    closeIndents(0);
    tokens.add(new Token(Kind.END, "", line));
    return tokens;
  }

  /** Reads the blanks before a line; a line of blanks and comments does not count. */
  private int indentation(int at) {
    int end = at;
    while (end < text.length() && text.charAt(end) == ' ') {
      end++;
    }
    boolean empty = end == text.length() || text.charAt(end) == '\n' || text.charAt(end) == '#';
    if (!empty) {
      int width = end - at;
      if (width > indents.element()) {
        indents.push(width);
        tokens.add(new Token(Kind.INDENT, "", line));
      } else {
        closeIndents(width);
      }
    }
    return end;
  }

  private void closeIndents(int width) {
    while (width < indents.element()) {
      indents.pop();
      tokens.add(new Token(Kind.DEDENT, "", line));
    }
  }

  private void newline() {
    if (depth == 0) {
      newlineIfOpen();
    }
    line++;
  }

  private void newlineIfOpen() {
    if (!tokens.isEmpty()) {
      var last = tokens.getLast().kind();
      if (last != Kind.NEWLINE && last != Kind.INDENT && last != Kind.DEDENT) {
        tokens.add(new Token(Kind.NEWLINE, "", line));
      }
    }
  }

  private void add(Matcher piece) {
    if (piece.group("blank") != null) {
      return;
    }
    var all = piece.group();
    if (piece.group("float") != null) {
      tokens.add(new Token(Kind.FLOAT, all.replace("_", ""), line));
    } else if (piece.group("int") != null) {
      tokens.add(new Token(Kind.INT, all.replace("_", ""), line));
    } else if (piece.group("name") != null) {
      tokens.add(new Token(Kind.NAME, all, line));
    } else if (piece.group("string") != null) {
      var value = all.substring(1, all.length() - 1).translateEscapes();
      tokens.add(new Token(Kind.STRING, value, line));
    } else {
      depth += "([{".contains(all) ? 1 : ")]}".contains(all) ? -1 : 0;
      tokens.add(new Token(Kind.OPERATOR, all, line));
    }
  }
}
