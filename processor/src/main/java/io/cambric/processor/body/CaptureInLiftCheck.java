package io.cambric.processor.body;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.report.DiagnosticCode;
import java.util.HashSet;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import org.jspecify.annotations.Nullable;

/** Finds modules and variables that a lifted function takes from the method around it. */
final class CaptureInLiftCheck implements BodyCheck {

  @Override
  public void check(TreePath type, Facts facts, BodyReport report) {
    for (var method : DefinitionScanner.methods(DefinitionScanner.definitions(type, facts))) {
      new TreePathScanner<@Nullable Void, @Nullable Void>() {
        @Override
        public @Nullable Void visitMethodInvocation(
            MethodInvocationTree tree, @Nullable Void unused) {
          var lift = facts.method(getCurrentPath()).filter(facts::isLift);
          if (lift.isPresent()) {
            for (var argument : tree.getArguments()) {
              if (argument instanceof LambdaExpressionTree) {
                var name = "Lift." + lift.get().getSimpleName();
                new Captures(facts, report, name)
                    .scan(new TreePath(getCurrentPath(), argument), null);
              }
            }
          }
          return super.visitMethodInvocation(tree, null);
        }
      }.scan(method.path(), null);
    }
  }

  /** Looks for names in a lambda that it doesn't declare. */
  private static final class Captures extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private static final Set<ElementKind> LOCAL =
        Set.of(ElementKind.LOCAL_VARIABLE, ElementKind.PARAMETER);

    private final Facts facts;
    private final BodyReport report;
    private final String lift;
    private final Set<@Nullable Element> own = new HashSet<>();

    Captures(Facts facts, BodyReport report, String lift) {
      this.facts = facts;
      this.report = report;
      this.lift = lift;
    }

    @Override
    public @Nullable Void visitVariable(VariableTree tree, @Nullable Void unused) {
      own.add(facts.element(getCurrentPath()));
      return super.visitVariable(tree, null);
    }

    @Override
    public @Nullable Void visitIdentifier(IdentifierTree tree, @Nullable Void unused) {
      var element = facts.element(getCurrentPath());
      if (element != null && LOCAL.contains(element.getKind()) && !own.contains(element)) {
        var type = element.asType();
        if (facts.isModule(type) || facts.isVariable(type) || facts.isSetupRecord(type)) {
          report.about(
              DiagnosticCode.CAPTURE_IN_LIFT,
              getCurrentPath(),
              "The function given to %s uses \"%s\" of the enclosing method, which belongs to the"
                      .formatted(lift, tree.getName())
                  + " outer scope.",
              "Pass it to %s as an argument, and use the lambda's parameter.".formatted(lift));
        }
      }
      return null;
    }
  }
}
