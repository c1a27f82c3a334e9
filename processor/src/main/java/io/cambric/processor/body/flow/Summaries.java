package io.cambric.processor.body.flow;

import com.sun.source.util.TreePath;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.tools.JavaFileObject;

/**
 * Summaries of the methods of classes, as far as they are known; mutable, for one compilation. A
 * class of this compilation is read before the compiler rewrites its tree, any other from its class
 * file.
 */
public final class Summaries {

  private final Map<String, Map<String, MethodSummary>> known = new HashMap<>();
  private final Map<ExecutableElement, Optional<String>> states = new HashMap<>();

  /** Reads an analyzed class and its nested classes. */
  public void read(TreePath type, AttributedTrees trees) {
    new SummaryScanner(trees, known).scan(type, "");
  }

  /** {@return the state on which a result depends; empty for a method without a tree} */
  Optional<String> stateOf(ExecutableElement method, AttributedTrees trees) {
    var known = states.get(method);
    if (known == null) {
      // A method that calls itself adds nothing to its own answer.
      states.put(method, Optional.empty());
      known = trees.path(method).flatMap(body -> Taint.stateOfResult(body, trees));
      states.put(method, known);
    }
    return known;
  }

  /** {@return the effects of the methods of {@code type} by name; empty if it can't be read} */
  public Map<String, MethodSummary> of(TypeElement type, AttributedTrees trees) {
    var name = type.getQualifiedName().toString();
    if (!known.containsKey(name)) {
      // Asking for its elements attributes a tree that isn't analyzed yet.
      trees.path(type).ifPresentOrElse(path -> read(path, trees), () -> readFile(type, trees));
    }
    return known.getOrDefault(name, Map.of());
  }

  private void readFile(TypeElement type, AttributedTrees trees) {
    var name = type.getQualifiedName().toString();
    known.put(name, Map.of());
    var file = trees.file(type);
    if (file.getKind() == JavaFileObject.Kind.CLASS) {
      try (var in = file.openInputStream()) {
        known.put(name, ClassFileSummary.of(in.readAllBytes(), trees));
      } catch (IOException | IllegalArgumentException e) {
        // A class file that can't be read stays unknown; it exists, since the compiler has read it.
        known.put(name, Map.of());
      }
    }
  }
}
