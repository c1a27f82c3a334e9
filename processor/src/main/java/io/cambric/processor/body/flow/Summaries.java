package io.cambric.processor.body;

import com.sun.source.util.TreePath;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import javax.lang.model.element.TypeElement;
import javax.tools.JavaFileObject;

/**
 * Summaries of the methods of classes, as far as they are known; mutable, for one compilation. A
 * class of this compilation is read before the compiler rewrites its tree, any other from its class
 * file.
 */
final class Summaries {

  private final Map<String, Map<String, MethodSummary>> known = new HashMap<>();

  /** Reads a class that has been analyzed, and those in it. */
  void read(TreePath type, Facts facts) {
    new SummaryScanner(facts, known).scan(type, "");
  }

  /** {@return what the methods of {@code type} do, by their names; nothing if it can't be read} */
  Map<String, MethodSummary> of(TypeElement type, Facts facts) {
    var name = type.getQualifiedName().toString();
    if (!known.containsKey(name)) {
      // A tree that isn't analyzed yet is attributed by the question for its elements.
      facts.path(type).ifPresentOrElse(path -> read(path, facts), () -> readFile(type, facts));
    }
    return known.getOrDefault(name, Map.of());
  }

  private void readFile(TypeElement type, Facts facts) {
    var name = type.getQualifiedName().toString();
    known.put(name, Map.of());
    var file = facts.file(type);
    if (file.getKind() == JavaFileObject.Kind.CLASS) {
      try (var in = file.openInputStream()) {
        known.put(name, ClassFileSummary.of(in.readAllBytes(), facts));
      } catch (IOException | IllegalArgumentException e) {
        // A class file that can't be read stays unknown; the compiler has read it, so it is there.
        known.put(name, Map.of());
      }
    }
  }
}
