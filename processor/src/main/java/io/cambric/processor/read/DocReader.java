package io.cambric.processor.read;

import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;
import javax.lang.model.util.Elements;

/**
 * Reads Javadoc and qualifies its links, because the generated file doesn't have the imports of the
 * source. A link whose target isn't found becomes code.
 */
final class DocReader {

  private static final Pattern LINK =
      Pattern.compile(
          "\\{@(link|linkplain|value)\\s+([^}#\\s]*)(#[^}\\s(]*(?:\\([^)]*\\))?)?([^}]*)}");

  private static final Pattern REFERENCE =
      Pattern.compile("^([\\w.]+)(#\\S*)?(.*)$", Pattern.DOTALL);

  private final TypeElement definition;
  private final SourceImports imports;
  private final RoundTypes roundTypes;
  private final Elements elements;

  DocReader(
      TypeElement definition, SourceImports imports, RoundTypes roundTypes, Elements elements) {
    this.definition = definition;
    this.imports = imports;
    this.roundTypes = roundTypes;
    this.elements = elements;
  }

  /** Reads the comment of an element. */
  DocComment read(Element element) {
    var comment = DocComment.parse(elements.getDocComment(element));
    var tags = comment.tags().stream().filter(t -> !t.kind().equals("hidden")).map(this::tag);
    return new DocComment(links(comment.body()), tags.toList());
  }

  private DocComment.Tag tag(DocComment.Tag tag) {
    var text = links(tag.text());
    if (List.of("throws", "exception", "see").contains(tag.kind())) {
      var matcher = REFERENCE.matcher(text);
      if (matcher.matches()) {
        var member = matcher.group(2) == null ? "" : matcher.group(2);
        var type = qualified(matcher.group(1)).orElse(matcher.group(1));
        text = type + member + matcher.group(3);
      }
    }
    return new DocComment.Tag(tag.kind(), text);
  }

  private String links(String text) {
    return LINK.matcher(text).replaceAll(link -> Matcher.quoteReplacement(link(link)));
  }

  private String link(MatchResult link) {
    var type = link.group(2);
    var member = link.group(3) == null ? "" : link.group(3);
    var label = link.group(4);
    if (type.isEmpty()) {
      return link.group();
    }
    var qualified = qualified(type);
    if (qualified.isPresent()) {
      boolean isSame = label.isBlank() && qualified.get().equals(type);
      var shown = isSame ? "" : label.isBlank() ? " " + type + member.replace('#', '.') : label;
      return "{@" + link.group(1) + " " + qualified.get() + member + shown + "}";
    }
    return label.isBlank() ? "{@code " + type + member.replace('#', '.') + "}" : label.strip();
  }

  /** Finds a type by the scoping rules of the source: nested, imported, package, on demand. */
  private Optional<String> qualified(String name) {
    int dot = name.indexOf('.');
    var head = dot < 0 ? name : name.substring(0, dot);
    var tail = dot < 0 ? "" : name.substring(dot);
    var packageName = elements.getPackageOf(definition).getQualifiedName().toString();
    var candidates =
        Stream.of(
                nested(head).stream(),
                imports.named(head).stream(),
                Stream.of(packageName.isEmpty() ? head : packageName + "." + head),
                imports.packages().stream().map(p -> p + "." + head),
                Stream.of("java.lang." + head),
                dot < 0 ? Stream.<String>empty() : Stream.of(head))
            .flatMap(s -> s)
            .map(qualified -> qualified + tail);
    return candidates
        .filter(candidate -> elements.getTypeElement(candidate) != null)
        .findFirst()
        .or(() -> roundTypes.find(name, packageName, imports).map(c -> c.canonicalName()))
        .map(found -> withoutPackage(found, packageName));
  }

  /**
   * Shortens a name: the generated class sees its own package and {@code java.lang} without
   * imports.
   */
  private static String withoutPackage(String qualified, String packageName) {
    for (var visible : List.of(packageName + ".", "java.lang.")) {
      var rest = qualified.startsWith(visible) ? qualified.substring(visible.length()) : "";
      if (!rest.isEmpty() && Character.isUpperCase(rest.charAt(0))) {
        return rest;
      }
    }
    return qualified;
  }

  private Optional<String> nested(String name) {
    for (Element e = definition; e instanceof TypeElement type; e = e.getEnclosingElement()) {
      if (type.getSimpleName().contentEquals(name)) {
        return Optional.of(type.getQualifiedName().toString());
      }
      for (var member : ElementFilter.typesIn(type.getEnclosedElements())) {
        if (member.getSimpleName().contentEquals(name)) {
          return Optional.of(member.getQualifiedName().toString());
        }
      }
    }
    return Optional.empty();
  }
}
