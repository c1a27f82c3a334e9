package io.cambric.processor.body;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.report.DiagnosticCode;
import java.util.List;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import org.jspecify.annotations.Nullable;

/**
 * Finds functions given to a transformation whose arguments or results can be no pytrees. Such
 * types are Java arrays, collections other than lists and maps, and mutable text.
 */
final class ArgumentIsTreeCheck implements BodyCheck {

  @Override
  public void check(TreePath type, Facts facts, BodyReport report) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        var path = getCurrentPath();
        facts
            .method(path)
            .filter(facts::isPlainTransformation)
            .ifPresent(method ->
                tree.getArguments()
                    .forEach(argument ->
                        checkFunction(
                            method.getSimpleName().toString(),
                            new TreePath(path, argument),
                            facts,
                            report)));
        return super.visitMethodInvocation(tree, null);
      }
    }.scan(type, null);
  }

  private static void checkFunction(
      String transformation, TreePath function, Facts facts, BodyReport report) {
    if (!(facts.type(function) instanceof DeclaredType type) || !isTransformable(type)) {
      return;
    }
    var types = type.getTypeArguments();
    // Of a gradient only what is differentiated goes through the transformation.
    boolean isGradient = transformation.startsWith("grad") || transformation.startsWith("value");
    for (int i = 0; i < types.size(); i++) {
      boolean isResult = i == types.size() - 1;
      if (!isGradient || i == 0) {
        report(transformation, function, isResult ? -1 : i, types.get(i), facts, report);
      }
    }
  }

  /** Whether values of a type are functions as the transformations take them. */
  private static boolean isTransformable(DeclaredType type) {
    return type.asElement() instanceof TypeElement element
        && element.getKind() == ElementKind.INTERFACE
        && element.getQualifiedName().toString().startsWith("io.cambric.transform.");
  }

  private static void report(
      String transformation,
      TreePath function,
      int parameter,
      TypeMirror type,
      Facts facts,
      BodyReport report) {
    facts
        .treeTypes()
        .flaw(type)
        .ifPresent(flaw ->
            report.about(
                DiagnosticCode.ARGUMENT_NOT_PY_TREE,
                place(function, parameter),
                "%s of a function given to %s has type %s, which is no pytree."
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
