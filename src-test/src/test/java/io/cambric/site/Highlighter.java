package io.cambric.site;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Marks comments, strings and keywords of code in HTML, each by a class of the style sheet. */
enum Highlighter {
  JAVA(
      "//[^\\n]*|/\\*.*?\\*/",
      "\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])+'",
      "\\b(?:abstract|boolean|break|byte|case|catch|char|class|continue|default|do|double|else|enum|"
          + "exports|extends|false|final|finally|float|for|if|implements|import|instanceof|int|"
          + "interface|long|module|new|null|opens|package|permits|private|protected|provides|public|"
          + "record|requires|return|sealed|short|static|super|switch|this|throw|throws|transient|"
          + "transitive|true|try|uses|var|void|volatile|when|while|with|yield)\\b(?!\\()",
      "@\\w+"),
  PYTHON(
      "#[^\\n]*",
      "\"\"\".*?\"\"\"|'''.*?'''|\"(?:\\\\.|[^\"\\\\\\n])*\"|'(?:\\\\.|[^'\\\\\\n])*'",
      "\\b(?:and|as|assert|async|await|break|class|continue|def|del|elif|else|except|False|finally|"
          + "for|from|global|if|import|in|is|lambda|None|nonlocal|not|or|pass|raise|return|self|True|"
          + "try|while|with|yield)\\b",
      "(?m)^\\s*@[\\w.]+"),
  XML("<!--.*?-->", "\"[^\"\\n]*\"", "</?[\\w:.-]+|/?>", "\\b[\\w:-]+(?==\")"),
  SHELL("(?m)(?:^|(?<=\\s))#[^\\n]*", "\"[^\"\\n]*\"|'[^'\\n]*'", "(?!)", "(?!)"),
  NONE("(?!)", "(?!)", "(?!)", "(?!)");

  private static final List<String> CLASSES = List.of("comment", "string", "keyword", "annotation");

  private final Pattern tokens;

  Highlighter(String comment, String string, String keyword, String annotation) {
    tokens =
        Pattern.compile(
            "(?<comment>%s)|(?<string>%s)|(?<keyword>%s)|(?<annotation>%s)"
                .formatted(comment, string, keyword, annotation),
            Pattern.DOTALL);
  }

  /** {@return the rules for a language by its name in Markdown, or by the end of a file's name} */
  static Highlighter of(String language) {
    return switch (language) {
      case "java" -> JAVA;
      case "python", "py" -> PYTHON;
      case "xml", "html" -> XML;
      case "sh", "bash", "shell", "console" -> SHELL;
      default -> NONE;
    };
  }

  /** {@return code as HTML, its text unchanged} */
  String toHtml(String code) {
    var html = new StringBuilder();
    int end = 0;
    var token = tokens.matcher(code);
    while (token.find()) {
      html.append(Html.escape(code.substring(end, token.start())));
      html.append(
          "<span class=\"%s\">%s</span>".formatted(kind(token), Html.escape(token.group())));
      end = token.end();
    }
    return html.append(Html.escape(code.substring(end))).toString();
  }

  private static String kind(Matcher token) {
    return CLASSES.stream().filter(name -> token.group(name) != null).findFirst().orElseThrow();
  }
}
