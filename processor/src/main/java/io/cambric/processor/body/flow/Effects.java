package io.cambric.processor.body.flow;

import io.cambric.processor.body.flow.MethodSummary.Mention;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/** Effects of methods through the methods that they call, wherever these are declared. */
final class Effects {

  /** The package of the layers: the rest of the library constructs no modules. */
  private static final String LAYERS = "io.cambric.nn.";

  /** The package of the examples, which are written as user code. */
  private static final String EXAMPLES = "io.cambric.examples.";

  private final AttributedTrees trees;

  Effects(AttributedTrees trees) {
    this.trees = trees;
  }

  /** {@return the modules that a method constructs under automatic names in the running frame} */
  List<TypeElement> automatic(ExecutableElement method) {
    var found = new ArrayList<TypeElement>();
    var start = Mention.of(method);
    if (isFollowed(start)) {
      reach(
          Stream.of(start),
          (_, summary) ->
              summary.automatic().forEach(name -> trees.type(name).ifPresent(found::add)));
    }
    return found;
  }

  /** {@return whether a method makes Java values of the elements of arrays} */
  boolean readsArrays(ExecutableElement method) {
    var start = Mention.of(method);
    if (!isFollowed(start)) {
      return true;
    }
    var found = new ArrayList<Mention>();
    reach(
        Stream.of(start),
        (_, summary) -> summary.mentions().stream().filter(trees::readsArray).forEach(found::add));
    return !found.isEmpty();
  }

  /**
   * Passes each method reachable from the start, and its summary, to a visitor. The start is
   * included.
   */
  void reach(Stream<Mention> start, BiConsumer<Mention, MethodSummary> visitor) {
    var seen = new HashSet<Mention>();
    var open = new ArrayDeque<Mention>(start.toList());
    while (!open.isEmpty()) {
      var method = open.remove();
      if (seen.add(method)) {
        trees
            .type(method.owner())
            .map(owner -> trees.methods(owner).get(method.name()))
            .ifPresent(summary -> {
              visitor.accept(method, summary);
              summary.mentions().stream().filter(this::isFollowed).forEach(open::add);
            });
      }
    }
  }

  /**
   * Whether a call of the method is followed. Methods of modules run in frames of their own, and
   * methods of the runtime construct nothing.
   */
  private boolean isFollowed(Mention method) {
    var owner = method.owner();
    boolean isForeign =
        owner.startsWith("java.")
            || owner.startsWith("javax.")
            || owner.startsWith("io.cambric.")
                && !owner.startsWith(LAYERS)
                && !owner.startsWith(EXAMPLES);
    return !isForeign && trees.type(owner).filter(this::isModule).isEmpty();
  }

  private boolean isModule(Element type) {
    return trees.isModule(type.asType());
  }
}
