package io.cambric.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads the sentences of Javadoc, comments, messages, generated Javadoc and Markdown pages. */
final class Prose {

  /** A comment, or what may hold the signs of one: a text block, a string, a character. */
  private static final Pattern COMMENT =
      Pattern.compile(
          "/\\*[^*]*+\\*++(?:[^/*][^*]*+\\*++)*+/|//[^\\n]*+"
              + "|\"\"\"[^\\\\\"]*+(?:(?:\\\\.|\"(?!\"\"))[^\\\\\"]*+)*+\"\"\""
              + "|\"[^\\\\\"\\n]*+(?:\\\\.[^\\\\\"\\n]*+)*+\"|'(?:\\\\.|[^\\\\'])[^']{0,5}'",
          Pattern.DOTALL);

  private static final Pattern PARAGRAPH =
      Pattern.compile(
          "</?p>|</?li>|</?[uod]l>|</?h\\d>|</?t[dr]>|\\n\\s*\\n"
              + "|@(?:param(?:\\s+<?\\w+>?)?|return|throws\\s+[\\w.]+|see\\s+[\\w.#(),]*)");

  /** A statement that makes a message or the Javadoc of a generated class, or a description. */
  private static final Pattern MESSAGE =
      Pattern.compile(
          "(?:\\bthrow\\b|\\bnew\\s+\\w*(?:Exception|Problem|Flaw)\\b"
              + "|\\b(?:addJavadoc|about|failure|malformed|invalid)\\s*(?=\\())"
              + "(?:[^;\"'/]|'(?:\\\\.|[^'])'|//[^\\n]*|/(?!/)|\"(?:\\\\.|[^\"\\\\\\n])*\")*+;"
              + "|\\bdescription\\s*=\\s*(?:\"(?:\\\\.|[^\"\\\\\\n])*\"\\s*\\+?\\s*)++");

  /** A string, with those that are added to it. */
  private static final Pattern STRINGS =
      Pattern.compile("\"(?:\\\\.|[^\"\\\\\\n])*\"(?:\\s*\\+\\s*\"(?:\\\\.|[^\"\\\\\\n])*\")*+");

  /** Strings that are Javadoc, as tables of generated methods have them. */
  private static final Pattern JAVADOC = Pattern.compile("(?=\"\\{@return )" + STRINGS);

  private static final Pattern TEXT_BLOCK =
      Pattern.compile("\"\"\"[ \\t]*+\\n((?:[^\\\\\"]|\\\\.|\"(?!\"\"))*+)\"\"\"", Pattern.DOTALL);

  private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?}])\\s+(?=[A-Z`{])");
  private static final Pattern LIST_ITEM = Pattern.compile("\\s*(?:[-*]|\\d+\\.)\\s+");

  private Prose() {}

  /** {@return the sentences of a {@code .java} or {@code .md} file, in order} */
  static List<Sentence> of(Path file) throws IOException {
    var text = Files.readString(file);
    return file.toString().endsWith(".java") ? ofJava(file, text) : ofMarkdown(file, text);
  }

  /** {@return the sentences of the comments, messages and paragraphs of a compilation unit} */
  static List<Sentence> ofJava(Path file, String text) {
    var sentences = new ArrayList<Sentence>();
    var lines = new StringBuilder();
    int first = 0;
    int last = -1;
    for (var found : COMMENT.matcher(text).results().toList()) {
      int line = lineOf(text, found.start());
      if (found.group().startsWith("//")) {
        if (line != last + 1) {
          addAll(sentences, file, first, lines);
          first = line;
        }
        lines.append(' ').append(found.group().substring(2).strip());
        last = line;
      } else if (found.group().startsWith("/*")) {
        var plain = found.group().replaceAll("^/\\*+|\\*+/$", "").replaceAll("\\n\\s*\\*", "\n");
        addJavadoc(sentences, file, line, plain);
      }
    }
    addAll(sentences, file, first, lines);
    addMessages(sentences, file, text);
    addTextBlocks(sentences, file, text);
    return sentences;
  }

  private static void addMessages(List<Sentence> sentences, Path file, String text) {
    for (var message : MESSAGE.matcher(text).results().toList()) {
      int line = lineOf(text, message.start());
      for (var strings : STRINGS.matcher(message.group()).results().toList()) {
        if (!JAVADOC.matcher(strings.group()).matches()) {
          addMessage(sentences, file, line, strings.group());
        }
      }
    }
    for (var javadoc : JAVADOC.matcher(text).results().toList()) {
      addMessage(sentences, file, lineOf(text, javadoc.start()), javadoc.group());
    }
  }

  private static void addMessage(List<Sentence> sentences, Path file, int line, String strings) {
    // Names in quotes are no words of the sentence, and neither are values.
    var plain =
        strings
            .replaceAll("\"\\s*\\+\\s*\"", "")
            .replaceAll("\\\\\"(?:[^\"\\\\])*\\\\\"", "CODE")
            .replaceAll("%[-0-9.,$]*[a-zA-Z]", "CODE")
            .replaceAll("^\"|\"$", "")
            .replace("\\n", "\n");
    addJavadoc(sentences, file, line, plain);
  }

  /** Adds the text blocks that are prose: paragraphs of joined lines, and Javadoc. */
  private static void addTextBlocks(List<Sentence> sentences, Path file, String text) {
    for (var block : TEXT_BLOCK.matcher(text).results().toList()) {
      var lines = block.group(1);
      if (lines.contains("\\\n") || lines.stripLeading().startsWith("<p>")) {
        addJavadoc(sentences, file, lineOf(text, block.start()), lines.replace("\\\n", " "));
      }
    }
  }

  private static void addJavadoc(List<Sentence> sentences, Path file, int line, String text) {
    for (var paragraph : PARAGRAPH.split(plainJavadoc(text.replaceAll("\\$[LNST]", "CODE")))) {
      addAll(sentences, file, line, new StringBuilder(paragraph));
    }
  }

  private static int lineOf(String text, int position) {
    return 1 + (int) text.substring(0, position).chars().filter(c -> c == '\n').count();
  }

  private static String plainJavadoc(String text) {
    return text.replaceAll("(?s)<pre>.*?</pre>", " ")
        .replaceAll("(?ms)\\{@snippet.*?^\\s*\\}|\\{@snippet.*", " ")
        .replaceAll("(?s)<a\\s[^>]*>.*?</a>", " LINK ")
        .replaceAll("\\{@(?:code|literal)\\s+[^{}]*+(?:\\{[^{}]*\\}[^{}]*+)*+\\}", "CODE")
        .replaceAll("\\{@link(?:plain)?\\s+[^\\s}]+\\s+([^}]*)\\}", "$1")
        .replaceAll("\\{@link(?:plain)?\\s+[^}]*\\}", "LINK")
        .replaceAll("\\{@return\\s+", "");
  }

  /** {@return the sentences of a page without headings and code} */
  static List<Sentence> ofMarkdown(Path file, String text) {
    var sentences = new ArrayList<Sentence>();
    var paragraph = new StringBuilder();
    boolean isCode = false;
    int first = 1;
    int number = 0;
    for (var line : text.split("\\n", -1)) {
      number++;
      boolean isFence = line.strip().startsWith("```");
      boolean isCell = line.strip().startsWith("|");
      boolean ends = isFence || isCell || line.isBlank() || line.startsWith("#");
      if (ends || LIST_ITEM.matcher(line).lookingAt()) {
        addAll(sentences, file, first, paragraph);
        first = number;
      }
      isCode ^= isFence;
      if (isCell && !isCode) {
        for (var cell : line.split("\\|")) {
          addAll(sentences, file, number, new StringBuilder(plainMarkdown(cell)));
        }
      } else if (!ends && !isCode && !line.startsWith("    ")) {
        paragraph.append(' ').append(plainMarkdown(LIST_ITEM.matcher(line).replaceFirst("")));
      }
    }
    addAll(sentences, file, first, paragraph);
    return sentences;
  }

  private static String plainMarkdown(String text) {
    return text.replaceAll("`[^`]*`", "CODE").replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1");
  }

  /** Adds the sentences of a paragraph, and empties it. */
  private static void addAll(
      List<Sentence> sentences, Path file, int line, StringBuilder paragraph) {
    for (var sentence : SENTENCE_END.split(paragraph.toString().replaceAll("\\s+", " "))) {
      var text = sentence.strip();
      if (!text.isEmpty()) {
        sentences.add(new Sentence(file, line, text));
      }
    }
    paragraph.setLength(0);
  }
}
