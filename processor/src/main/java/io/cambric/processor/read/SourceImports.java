package io.cambric.processor.read;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.Elements;

/**
 * The imports of a source file, read from its text, since annotation processing offers no other
 * access. Empty where the compiler doesn't show the text.
 */
final class SourceImports {

  /** No imports. */
  static final SourceImports NONE = new SourceImports(Map.of(), Set.of());

  private static final Pattern IMPORT =
      Pattern.compile("^\\s*import\\s+([\\w.]+?)(\\.\\*)?\\s*;", Pattern.MULTILINE);

  private final Map<String, String> named;
  private final Set<String> packages;

  private SourceImports(Map<String, String> named, Set<String> packages) {
    this.named = named;
    this.packages = packages;
  }

  /** Reads the imports of the file that declares {@code type}. */
  static SourceImports of(TypeElement type, Elements elements) {
    try {
      var file = elements.getFileObjectOf(type);
      return file == null ? NONE : parse(file.getCharContent(true));
    } catch (IOException | RuntimeException _) {
      // Other compilers don't expose the text, and a class file has none.
      return NONE;
    }
  }

  /** Reads the imports in {@code source}. */
  static SourceImports parse(CharSequence source) {
    var named = new HashMap<String, String>();
    var packages = new HashSet<String>();
    var matcher = IMPORT.matcher(source);
    while (matcher.find()) {
      var name = matcher.group(1);
      if (matcher.group(2) == null) {
        named.put(name.substring(name.lastIndexOf('.') + 1), name);
      } else {
        packages.add(name);
      }
    }
    return new SourceImports(named, packages);
  }

  /** {@return the qualified name that a single-type import gives to {@code simpleName}} */
  Optional<String> named(String simpleName) {
    return Optional.ofNullable(named.get(simpleName));
  }

  /** {@return whether all types of {@code packageName} are imported} */
  boolean hasPackage(String packageName) {
    return packages.contains(packageName);
  }

  /** {@return the packages and types whose members are imported on demand} */
  Set<String> packages() {
    return packages;
  }
}
