package io.cambric.processor.read;

import com.palantir.javapoet.ClassName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The classes that the definitions of this processing round generate. They are found by the names
 * that sources use before the classes exist.
 */
public final class RoundTypes {

  private final Map<String, List<ClassName>> bySimpleName = new HashMap<>();

  /** Makes room for the generated classes {@code names}. */
  public RoundTypes(Iterable<ClassName> names) {
    for (var name : names) {
      bySimpleName.computeIfAbsent(name.simpleName(), _ -> new ArrayList<>()).add(name);
    }
  }

  /**
   * Finds the generated class that an unresolved type means.
   *
   * @param text the type as the source spells it: {@code Dense}, {@code nn.Dense} or {@code
   *     AutoEncoder.Parts}
   * @param packageName the package of the source
   * @param imports the imports of the source, which decide where two classes match
   */
  Optional<ClassName> find(String text, String packageName, SourceImports imports) {
    var segments = text.split("\\.");
    for (int i = 0; i < segments.length; i++) {
      var qualifier = String.join(".", List.of(segments).subList(0, i));
      var found = outer(segments[i], qualifier, packageName, imports);
      if (found.isPresent()) {
        var type = found.get();
        for (int j = i + 1; j < segments.length; j++) {
          type = type.nestedClass(segments[j]);
        }
        return Optional.of(type);
      }
    }
    return imports
        .named(segments[0])
        .filter(imported -> !imported.equals(text))
        .flatMap(imported -> find(imported, packageName, SourceImports.NONE));
  }

  private Optional<ClassName> outer(
      String simpleName, String qualifier, String packageName, SourceImports imports) {
    var candidates = bySimpleName.getOrDefault(simpleName, List.of());
    if (!qualifier.isEmpty()) {
      return candidates.stream().filter(c -> c.packageName().equals(qualifier)).findFirst();
    }
    var imported = imports.named(simpleName);
    if (imported.isPresent()) {
      return candidates.stream().filter(c -> c.canonicalName().equals(imported.get())).findFirst();
    }
    if (candidates.size() == 1) {
      return Optional.of(candidates.getFirst());
    }
    return candidates.stream()
        .filter(c -> c.packageName().equals(packageName))
        .findFirst()
        .or(() -> candidates.stream().filter(c -> imports.hasPackage(c.packageName())).findFirst());
  }
}
