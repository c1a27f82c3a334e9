package io.cambric.processor.body.flow;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import io.cambric.processor.read.Owners;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;

/** A model of the JDK methods that call a function: when they call it, or how often. */
final class CallerModel {

  private static final Set<String> WHEN_EMPTY = Set.of("or", "orElseGet");
  private static final Set<String> FOR_A_KEY =
      Set.of("computeIfAbsent", "computeIfPresent", "compute", "merge");

  private static final Set<String> SHORTENING =
      Set.of("limit", "takeWhile", "anyMatch", "allMatch", "noneMatch");

  private CallerModel() {}

  /** {@return the dependence that decides whether a function among the arguments of a call runs} */
  static Optional<ControlDependence> of(
      TreePath path, MethodInvocationTree call, Tree function, AttributedTrees trees, Taint taint) {
    var method = trees.method(path).filter(AttributedTrees::isOfJdk);
    var given = new TreePath(path, function);
    if (method.isEmpty() || !trees.isFunctional(given) && !isCollector(given, trees)) {
      return Optional.empty();
    }
    var name = method.get().getSimpleName().toString();
    if (name.startsWith("requireNonNull")) {
      return taint
          .value(path, call.getArguments().getFirst())
          .map(n -> ControlDependence.condition("\"" + n + "\" is null", n, false));
    }
    var depends = dependsOn(path, call, function, trees, taint);
    if (AttributedTrees.isOfOptional(method.get())) {
      boolean whenEmpty =
          WHEN_EMPTY.contains(name)
              || name.equals("ifPresentOrElse") && call.getArguments().getLast() == function;
      return depends.map(n ->
          ControlDependence.condition(
              "\"" + n + "\" is " + (whenEmpty ? "empty" : "present"), n, false));
    }
    if (FOR_A_KEY.contains(name)) {
      return depends.map(n ->
          ControlDependence.condition(name + " of \"" + n + "\" calls its function", n, false));
    }
    return isOfLoops(method.get())
        ? Optional.of(depends.map(ControlDependence::loop).orElse(ControlDependence.FIXED_LOOP))
        : depends.map(ControlDependence::loop);
  }

  /**
   * {@return the dependence that decides how far a stream runs, whose earlier operations take a
   * function}
   *
   * @param receiver the part of the call that is the stream, with the name of the operation
   */
  static Optional<ControlDependence> cutShort(
      TreePath path, MethodInvocationTree call, Tree receiver, AttributedTrees trees, Taint taint) {
    return trees
        .method(path)
        .filter(method -> call.getMethodSelect() == receiver && AttributedTrees.isOfJdk(method))
        .filter(method -> SHORTENING.contains(method.getSimpleName().toString()))
        .flatMap(_ ->
            call.getArguments().stream()
                .flatMap(argument -> taint.value(path, argument).stream())
                .findFirst())
        .map(ControlDependence::loop);
  }

  /** Collectors hold functions that the stream runs. */
  private static boolean isCollector(TreePath argument, AttributedTrees trees) {
    return trees
        .typeElement(argument)
        .filter(t -> t.getQualifiedName().contentEquals("java.util.stream.Collector"))
        .isPresent();
  }

  /** The name that decides how many elements the function is run for. */
  private static Optional<String> dependsOn(
      TreePath path, MethodInvocationTree call, Tree function, AttributedTrees trees, Taint taint) {
    return Syntax.receiver(call)
        .flatMap(r -> taint.count(new TreePath(path, call.getMethodSelect()), r))
        .or(() ->
            call.getArguments().stream()
                .filter(a -> a != function && !Syntax.isFunction(a))
                .filter(a -> !trees.isArray(trees.type(new TreePath(path, a))))
                .flatMap(a -> taint.count(path, a).stream())
                .findFirst());
  }

  private static boolean isOfLoops(ExecutableElement method) {
    return Owners.of(method).toString().startsWith("java.util.");
  }
}
