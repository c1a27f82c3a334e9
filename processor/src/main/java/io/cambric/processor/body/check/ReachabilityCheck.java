package io.cambric.processor.body.check;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.Construction;
import io.cambric.processor.body.flow.DefinitionScanner;
import io.cambric.processor.body.flow.OwnCalls;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.read.Owners;
import io.cambric.processor.report.DiagnosticCode;
import java.util.List;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/** Finds parameters, variables and submodules made where no compact or setup method runs. */
public final class ReachabilityCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    DefinitionScanner.definitions(type, trees).forEach(d -> checkDefinition(d, trees, report));
  }

  private static void checkDefinition(
      List<DefinitionScanner.Method> methods, AttributedTrees trees, BodyReport report) {
    var calls = OwnCalls.of(methods, trees);
    var reached = calls.reachedFromCreators();
    for (var method : methods) {
      // A call that the compiler refuses may mean this method.
      boolean mayServeOthers =
          !calls.isMentioned(method.element())
              && (method.element().getModifiers().contains(Modifier.STATIC)
                  || calls.hasUnknown()
                      && method.element().getModifiers().contains(Modifier.PRIVATE));
      if (method.element().getKind() == ElementKind.CONSTRUCTOR) {
        new Constructor(trees, report).scan(method.path(), null);
      } else if (!mayServeOthers && !reached.contains(method.element())) {
        new Creations(trees, report, method).scan(method.path(), null);
      }
    }
  }

  /** Reports the creations and calls in a constructor; the modules that it makes are attributes. */
  private static final class Constructor extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final AttributedTrees trees;
    private final BodyReport report;

    Constructor(AttributedTrees trees, BodyReport report) {
      this.trees = trees;
      this.report = report;
    }

    @Override
    public @Nullable Void visitLambdaExpression(LambdaExpressionTree tree, @Nullable Void unused) {
      return null;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      trees.method(getCurrentPath()).ifPresent(this::look);
      return super.visitMethodInvocation(tree, null);
    }

    private void look(ExecutableElement called) {
      var name = called.getSimpleName();
      if (trees.isScopeFunction(called)) {
        report(name + "(...) is called");
      } else if (trees.needsBoundModule(called)) {
        report("%s of %s is called".formatted(name, Owners.of(called).getSimpleName()));
      }
    }

    private void report(String what) {
      report.about(
          DiagnosticCode.PARAM_OUTSIDE_COMPACT,
          getCurrentPath(),
          what + " in a constructor, which runs outside any scope.",
          "Call it in a method marked @Compact.");
    }
  }

  /** Reports the creations in a method itself; a lambda may run elsewhere. */
  private static final class Creations extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final AttributedTrees trees;
    private final BodyReport report;
    private final DefinitionScanner.Method method;

    Creations(AttributedTrees trees, BodyReport report, DefinitionScanner.Method method) {
      this.trees = trees;
      this.report = report;
      this.method = method;
    }

    @Override
    public @Nullable Void visitLambdaExpression(LambdaExpressionTree tree, @Nullable Void unused) {
      return null;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      var path = getCurrentPath();
      trees
          .method(path)
          .filter(trees::isCreation)
          .ifPresent(called -> report(path, called.getSimpleName() + "(...) is called"));
      Construction.at(path, trees)
          .filter(construction -> !construction.isDetached() && construction.isCalledAtOnce())
          .ifPresent(construction -> report(path, construction.moduleName() + " is constructed"));
      return super.visitMethodInvocation(tree, null);
    }

    private void report(TreePath path, String what) {
      var name = method.element().getSimpleName();
      report.about(
          DiagnosticCode.PARAM_OUTSIDE_COMPACT,
          path,
          "%s in %s, which is neither @Compact nor @Setup nor called by such a method."
              .formatted(what, name),
          mark().formatted(name) + ", or move this to @Setup.");
    }

    private String mark() {
      if (Annotated.has(method.element(), Annotated.NOWRAP)) {
        return "Mark %s @Compact instead of @Nowrap";
      }
      return isHelper() ? "Mark the caller of %s @Compact" : "Mark %s @Compact";
    }

    /** Such a method can't be annotated itself. */
    private boolean isHelper() {
      var modifiers = method.element().getModifiers();
      return modifiers.contains(Modifier.PRIVATE) || modifiers.contains(Modifier.STATIC);
    }
  }
}
