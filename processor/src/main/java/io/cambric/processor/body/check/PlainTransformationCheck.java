package io.cambric.processor.body.check;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.Construction;
import io.cambric.processor.body.flow.DefinitionScanner;
import io.cambric.processor.body.flow.LambdaBodies;
import io.cambric.processor.body.flow.TransformationCalls;
import io.cambric.processor.report.DiagnosticCode;
import javax.lang.model.element.Name;
import org.jspecify.annotations.Nullable;

/** Finds variables and submodules that a transformation without lifting would lose. */
public final class PlainTransformationCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    for (var method : DefinitionScanner.methods(DefinitionScanner.definitions(type, trees))) {
      checkBody(method.path(), trees, report);
    }
    LambdaBodies.outermost(type, trees).forEach(lambda -> checkBody(lambda, trees, report));
  }

  private static void checkBody(TreePath body, AttributedTrees trees, BodyReport report) {
    TransformationCalls.visit(
        body,
        trees,
        (path, transformation) ->
            ((MethodInvocationTree) path.getLeaf())
                .getArguments().stream()
                    .filter(LambdaExpressionTree.class::isInstance)
                    .forEach(lambda ->
                        new Creations(trees, report, transformation.getSimpleName())
                            .scan(new TreePath(path, lambda), null)));
  }

  /** Reports the creations of a transformed function in the scope around it. */
  private static final class Creations extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final AttributedTrees trees;
    private final BodyReport report;
    private final Name transformation;

    Creations(AttributedTrees trees, BodyReport report, Name transformation) {
      this.trees = trees;
      this.report = report;
      this.transformation = transformation;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      var path = getCurrentPath();
      var lift = trees.liftOf(transformation).map(name -> "Use " + name);
      trees
          .method(path)
          .filter(trees::isCreation)
          .ifPresent(called ->
              report(
                  path,
                  called.getSimpleName() + "(...)",
                  lift.map(use -> use + ", or create it before.").orElse("Create it before.")));
      Construction.at(path, trees)
          .filter(made -> !made.isDetached() && made.isCalledInScope(trees))
          .ifPresent(made ->
              report(
                  path,
                  made.moduleName(),
                  lift.map(use -> use + ", with the module as an argument.")
                      .orElse("Use init and apply of a detached() module.")));
      return super.visitMethodInvocation(tree, null);
    }

    private void report(TreePath path, String made, String mend) {
      report.about(
          DiagnosticCode.PLAIN_TRANSFORMATION,
          path,
          "%s creates variables of the module, which the enclosing Transforms.%s would lose."
              .formatted(made, transformation),
          mend);
    }
  }
}
