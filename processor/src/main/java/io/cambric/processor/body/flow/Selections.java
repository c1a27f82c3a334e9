package io.cambric.processor.body.flow;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/** Finds maps and lists of functions from which a call argument selects the function to run. */
final class Selections {

  private static final Set<String> SELECTING = Set.of("get", "getOrDefault");

  private Selections() {}

  /**
   * {@return the condition under which a function in the receiver of a call runs}
   *
   * @param receiver the part of the call that contains the collection, with the name of the method
   */
  static Optional<ControlDependence> of(
      TreePath path, MethodInvocationTree call, Tree receiver, AttributedTrees trees, Taint taint) {
    return trees
        .method(path)
        .filter(method -> call.getMethodSelect() == receiver && selects(method))
        .flatMap(_ ->
            call.getArguments().stream()
                .flatMap(argument -> taint.value(path, argument).stream())
                .findFirst())
        .map(name -> ControlDependence.condition("\"" + name + "\" selects it", name, false));
  }

  /** {@return the condition under which a function in a collection in a local variable runs} */
  static Optional<ControlDependence> fromName(
      TreePath variable, TreePath root, AttributedTrees trees, Taint taint) {
    var collection = trees.element(variable);
    var found =
        new Object() {
          @Nullable ControlDependence first;
        };
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        var path = getCurrentPath();
        boolean isAsked =
            Syntax.receiver(tree)
                .filter(IdentifierTree.class::isInstance)
                .filter(name -> isSame(path, tree, name))
                .isPresent();
        if (isAsked && found.first == null) {
          found.first = of(path, tree, tree.getMethodSelect(), trees, taint).orElse(null);
        }
        return super.visitMethodInvocation(tree, null);
      }

      private boolean isSame(TreePath path, MethodInvocationTree tree, ExpressionTree name) {
        var mentioned = trees.element(new TreePath(path, tree.getMethodSelect()), name);
        return mentioned != null && mentioned.equals(collection);
      }
    }.scan(root, null);
    return Optional.ofNullable(found.first);
  }

  private static boolean selects(ExecutableElement method) {
    return AttributedTrees.isOfJdk(method) && SELECTING.contains(method.getSimpleName().toString());
  }
}
