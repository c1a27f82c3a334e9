package io.cambric.processor.body.flow;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/**
 * Finds the functions that a class passes to transformations. A function is a lambda, a local name
 * of one, or a reference to a method of this compilation.
 */
public final class TracedFunctions {

  /** Transformations that run a function of theirs on arguments without values. */
  private static final Set<String> WITHOUT_VALUES =
      Set.of("jit", "vmap", "pmap", "scan", "map", "foriLoop", "whileLoop", "associativeScan");

  /** Transformations that need a function for its shapes or equations alone. */
  private static final Set<String> DESCRIBING =
      Set.of("evalShape", "makeJaxpr", "makeJaxprAndShape", "disableJit", "savedResiduals");

  /**
   * A function that a transformation traces.
   *
   * @param transformation its name, such as {@code jit}
   * @param call of the transformation
   * @param body the lambda or the method
   * @param parameters of the function
   */
  public record Traced(
      String transformation, TreePath call, TreePath body, List<Element> parameters) {

    /** {@return whether the function runs once for many calls, on arguments without values} */
    public boolean hasNoValues() {
      return WITHOUT_VALUES.contains(transformation);
    }
  }

  private TracedFunctions() {}

  /** {@return each function that is passed to a transformation in {@code type}} */
  public static List<Traced> in(TreePath type, AttributedTrees trees) {
    var found = new ArrayList<Traced>();
    var locals = locals(type, trees);
    TransformationCalls.visit(
        type,
        trees,
        (call, transformation) -> {
          var name = transformation.getSimpleName().toString();
          if (!DESCRIBING.contains(name)) {
            for (var argument : ((MethodInvocationTree) call.getLeaf()).getArguments()) {
              body(new TreePath(call, argument), locals, trees)
                  .ifPresent(
                      body -> found.add(new Traced(name, call, body, parameters(body, trees))));
            }
          }
        });
    return found;
  }

  /**
   * {@return whether the code of a function runs on the host, with values, though a traced function
   * contains it}
   *
   * @param function a lambda or a method reference
   */
  public static boolean runsOnHost(TreePath function, AttributedTrees trees) {
    return function.getParentPath().getLeaf() instanceof MethodInvocationTree
        && trees
            .method(function.getParentPath())
            .filter(method ->
                AttributedTrees.isMemberOf(method, "io.cambric.transform.Callbacks")
                    || AttributedTrees.isMemberOf(method, "io.cambric.transform.Debug"))
            .isPresent();
  }

  private static Map<Element, TreePath> locals(TreePath type, AttributedTrees trees) {
    var locals = new HashMap<Element, TreePath>();
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitVariable(VariableTree tree, @Nullable Void unused) {
        var name = trees.element(getCurrentPath());
        if (name != null && tree.getInitializer() != null) {
          locals.put(name, new TreePath(getCurrentPath(), tree.getInitializer()));
        }
        return super.visitVariable(tree, null);
      }
    }.scan(type, null);
    return locals;
  }

  private static Optional<TreePath> body(
      TreePath argument, Map<Element, TreePath> locals, AttributedTrees trees) {
    return switch (argument.getLeaf()) {
      case LambdaExpressionTree _ -> Optional.of(argument);
      case MemberReferenceTree _ ->
          trees.element(argument) instanceof ExecutableElement method
              ? trees
                  .path(method)
                  .filter(
                      path -> path.getLeaf() instanceof MethodTree tree && tree.getBody() != null)
              : Optional.empty();
      case IdentifierTree _ -> {
        var initial = locals.get(trees.element(argument));
        yield initial == null || initial.getLeaf() instanceof IdentifierTree
            ? Optional.empty()
            : body(initial, locals, trees);
      }
      default -> Optional.empty();
    };
  }

  private static List<Element> parameters(TreePath body, AttributedTrees trees) {
    List<? extends Tree> declared =
        switch (body.getLeaf()) {
          case LambdaExpressionTree lambda -> lambda.getParameters();
          case MethodTree method -> method.getParameters();
          default -> throw new IllegalStateException("a function is a lambda or a method");
        };
    var parameters = new ArrayList<Element>();
    for (var tree : declared) {
      var parameter = trees.element(body, tree);
      if (parameter != null) {
        parameters.add(parameter);
      }
    }
    return parameters;
  }
}
