package io.cambric.processor.body.check;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.ChosenArguments;
import io.cambric.processor.body.flow.TransformationCalls;
import io.cambric.processor.report.DiagnosticCode;
import java.util.List;
import java.util.Set;
import javax.lang.model.type.TypeMirror;

/**
 * Finds functions passed to a transformation whose arguments or results cannot be pytrees. Such
 * types are Java arrays, collections other than lists and maps, and mutable text.
 */
public final class ArgumentIsTreeCheck implements BodyCheck {

  /** Transformations in which an argument is fixed unless it is differentiated. */
  private static final Set<String> DERIVATIVES =
      Set.of("grad", "gradAux", "valueAndGrad", "valueAndGradAux", "jacfwd", "jacrev", "hessian");

  /** The derivatives among them whose function returns one number. */
  private static final Set<String> GRADIENTS =
      Set.of("grad", "gradAux", "valueAndGrad", "valueAndGradAux");

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    TransformationCalls.visit(
        type,
        trees,
        (path, method) ->
            ((MethodInvocationTree) path.getLeaf())
                .getArguments()
                .forEach(argument ->
                    checkFunction(
                        method.getSimpleName().toString(),
                        path,
                        new TreePath(path, argument),
                        trees,
                        report)));
  }

  private static void checkFunction(
      String transformation,
      TreePath call,
      TreePath function,
      AttributedTrees trees,
      BodyReport report) {
    var functionType = trees.treeTypes().functionType(trees.type(function));
    if (functionType.isEmpty()) {
      return;
    }
    var types = functionType.get().getTypeArguments();
    int count = types.size() - 1;
    var chosen = ChosenArguments.of(call, count);
    for (int i = 0; i < count; i++) {
      if (!DERIVATIVES.contains(transformation) || chosen.contains(i)) {
        report(transformation, function, i, types.get(i), trees, report);
      }
    }
    if (!GRADIENTS.contains(transformation)) {
      report(transformation, function, -1, types.getLast(), trees, report);
    }
  }

  private static void report(
      String transformation,
      TreePath function,
      int parameter,
      TypeMirror type,
      AttributedTrees trees,
      BodyReport report) {
    trees
        .treeTypes()
        .flaw(type)
        .ifPresent(flaw ->
            report.about(
                DiagnosticCode.ARGUMENT_NOT_PY_TREE,
                place(function, parameter),
                "%s of a function passed to %s has type %s, which is not a pytree."
                    .formatted(
                        parameter < 0 ? "The result" : "Parameter " + parameter,
                        transformation,
                        flaw.type()),
                flaw.mend()));
  }

  /** The parameter of a lambda if its type is written, else the whole function. */
  private static TreePath place(TreePath function, int parameter) {
    List<? extends VariableTree> parameters =
        function.getLeaf() instanceof LambdaExpressionTree lambda
            ? lambda.getParameters()
            : List.of();
    return parameter >= 0 && parameter < parameters.size()
        ? new TreePath(function, parameters.get(parameter))
        : function;
  }
}
