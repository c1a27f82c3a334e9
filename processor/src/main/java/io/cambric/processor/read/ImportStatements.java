package io.cambric.processor.read;

import com.palantir.javapoet.ClassName;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/**
 * The imports that the examples of a definition may need. The generated class carries them into
 * compilations that have no source of the definition.
 */
public final class ImportStatements {

  private static final Pattern STATEMENT =
      Pattern.compile("\\bimport\\s+((?:static\\s+|module\\s+)?[\\w.]+(?:\\.\\*)?)\\s*;");

  private static final Pattern WORD = Pattern.compile("\\w+");

  private ImportStatements() {}

  /** {@return the imports in the source of a definition, without their keyword; or none} */
  static List<String> inSource(TypeElement definition, Elements elements) {
    var words = words(definition);
    return words.isEmpty()
        ? List.of()
        : SourceText.of(definition, elements).stream()
            .flatMap(source -> STATEMENT.matcher(source.code()).results())
            .map(found -> found.group(1).replaceAll("\\s+", " "))
            .filter(name -> mayBeNeeded(name, words))
            .toList();
  }

  /** The words in the texts of the examples. */
  private static Set<String> words(TypeElement definition) {
    return Annotated.findAll(definition, Annotated.EXAMPLE, Annotated.EXAMPLES).stream()
        .flatMap(example -> example.getElementValues().values().stream())
        .flatMap(value -> WORD.matcher(value.toString()).results())
        .map(MatchResult::group)
        .collect(Collectors.toSet());
  }

  private static boolean mayBeNeeded(String name, Set<String> words) {
    return name.endsWith("*")
        || name.startsWith("module ")
        || words.contains(name.substring(name.lastIndexOf('.') + 1));
  }

  /** {@return the imports of a definition, which may be in a class file} */
  public static List<String> of(TypeElement definition, Elements elements) {
    var inSource = inSource(definition, elements);
    return inSource.isEmpty()
        ? inClass(ModuleReader.moduleName(definition, elements), elements)
        : inSource;
  }

  private static List<String> inClass(ClassName module, Elements elements) {
    var type = elements.getTypeElement(module.canonicalName());
    return type == null
        ? List.of()
        : Annotated.find(type, Annotated.GENERATED)
            .flatMap(generated -> Annotated.value(generated, "imports"))
            .map(Annotated::texts)
            .orElse(List.of());
  }
}
