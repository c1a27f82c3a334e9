package io.cambric.processor.read;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/**
 * The text of a source file, for facts that annotation processing doesn't expose.
 *
 * @param file its name
 * @param code the text, with blanks for comments, strings and characters
 */
public record SourceText(String file, String code) {

  /**
   * The opening delimiters of comments and literals, each with its closing delimiter; the longer
   * ones first.
   */
  private static final Map<String, String> NO_CODE = noCode();

  /** {@return the text that declares {@code element}, if the compiler shows it} */
  public static Optional<SourceText> of(Element element, Elements elements) {
    try {
      var file = elements.getFileObjectOf(element);
      if (file == null || file.getName().endsWith(".class")) {
        return Optional.empty();
      }
      var name = Path.of(file.getName()).getFileName().toString();
      return Optional.of(new SourceText(name, code(file.getCharContent(true).toString())));
    } catch (IOException | RuntimeException _) {
      return Optional.empty();
    }
  }

  /** {@return whether it declares a type with this name, at any depth} */
  public boolean declares(String simpleName) {
    return declaration(simpleName, 0) >= 0;
  }

  /** {@return the line of a type or of a component of a record} */
  public long line(Element element) {
    return 1 + code.substring(0, offset(element)).chars().filter(c -> c == '\n').count();
  }

  private static Map<String, String> noCode() {
    var ends = new LinkedHashMap<String, String>();
    ends.put("//", "\n");
    ends.put("/*", "*/");
    ends.put("\"\"\"", "\"\"\"");
    ends.put("\"", "\"");
    ends.put("'", "'");
    return ends;
  }

  private static String code(String text) {
    var code = new StringBuilder(text);
    int i = 0;
    while (i < text.length()) {
      int begin = i;
      var opening = NO_CODE.keySet().stream().filter(o -> text.startsWith(o, begin)).findFirst();
      i = opening.map(o -> end(text, begin + o.length(), o)).orElse(begin + 1);
      if (opening.isPresent()) {
        for (int j = begin; j < i; j++) {
          code.setCharAt(j, text.charAt(j) == '\n' ? '\n' : ' ');
        }
      }
    }
    return code.toString();
  }

  /** The end of the comment or literal that {@code opening} begins. */
  private static int end(String text, int from, String opening) {
    var closing = Objects.requireNonNull(NO_CODE.get(opening));
    boolean hasEscapes = opening.charAt(0) != '/';
    int i = from;
    while (i < text.length() && !text.startsWith(closing, i)) {
      i += hasEscapes && text.charAt(i) == '\\' ? 2 : 1;
    }
    return Math.min(text.length(), i + closing.length());
  }

  private int offset(Element element) {
    var owner = element.getEnclosingElement();
    int from = owner instanceof TypeElement ? offset(owner) : 0;
    var name = element.getSimpleName().toString();
    int found = element instanceof TypeElement ? declaration(name, from) : component(name, from);
    return Math.max(found, from);
  }

  private int declaration(String name, int from) {
    return find("\\b(?:class|record|interface|enum)\\s+(" + Pattern.quote(name) + ")\\b", from);
  }

  private int component(String name, int from) {
    return find("\\b(" + Pattern.quote(name) + ")\\s*[,)]", from);
  }

  private int find(String pattern, int from) {
    var matcher = Pattern.compile(pattern).matcher(code);
    return matcher.find(from) ? matcher.start(1) : -1;
  }
}
