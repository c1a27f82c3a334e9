package io.cambric.processor.body;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.report.DiagnosticCode;
import javax.lang.model.element.Name;
import org.jspecify.annotations.Nullable;

/** Finds what is made inside of a transformation that isn't lifted, and would be lost. */
final class PlainTransformationCheck implements BodyCheck {

  @Override
  public void check(TreePath type, Facts facts, BodyReport report) {
    for (var method : DefinitionScanner.methods(DefinitionScanner.definitions(type, facts))) {
      checkBody(method.path(), facts, report);
    }
    LambdaBodies.outermost(type, facts).forEach(lambda -> checkBody(lambda, facts, report));
  }

  private static void checkBody(TreePath body, Facts facts, BodyReport report) {
    TransformationCalls.visit(
        body,
        facts,
        (path, transformation) ->
            ((MethodInvocationTree) path.getLeaf())
                .getArguments().stream()
                    .filter(LambdaExpressionTree.class::isInstance)
                    .forEach(lambda ->
                        new Creations(facts, report, transformation.getSimpleName())
                            .scan(new TreePath(path, lambda), null)));
  }

  /** Reports what a transformed function makes in the scope around it. */
  private static final class Creations extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final Facts facts;
    private final BodyReport report;
    private final Name transformation;

    Creations(Facts facts, BodyReport report, Name transformation) {
      this.facts = facts;
      this.report = report;
      this.transformation = transformation;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      var path = getCurrentPath();
      var lift = facts.liftOf(transformation).map(name -> "Use " + name);
      facts
          .method(path)
          .filter(facts::isCreation)
          .ifPresent(called ->
              report(
                  path,
                  called.getSimpleName() + "(...)",
                  lift.map(use -> use + ", or make it before.").orElse("Make it before.")));
      Construction.at(path, facts)
          .filter(made -> !made.isDetached() && made.isCalledInScope(facts))
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
          "%s makes variables of the module, which Transforms.%s around it would lose."
              .formatted(made, transformation),
          mend);
    }
  }
}
