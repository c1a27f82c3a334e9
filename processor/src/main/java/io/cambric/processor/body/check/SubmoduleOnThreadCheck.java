package io.cambric.processor.body.check;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.DefinitionScanner;
import io.cambric.processor.body.flow.LambdaBodies;
import io.cambric.processor.body.flow.Syntax;
import io.cambric.processor.report.DiagnosticCode;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/** Finds submodules that another thread makes or calls, in a function that a module passes on. */
public final class SubmoduleOnThreadCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    for (var method : DefinitionScanner.methods(DefinitionScanner.definitions(type, trees))) {
      checkBody(method.path(), trees, report);
    }
    LambdaBodies.outermost(type, trees).forEach(lambda -> checkBody(lambda, trees, report));
  }

  private static void checkBody(TreePath body, AttributedTrees trees, BodyReport report) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        var path = getCurrentPath();
        trees
            .method(path)
            .flatMap(method -> runner(path, tree, method))
            .ifPresent(runner -> look(tree.getArguments(), runner));
        return super.visitMethodInvocation(tree, null);
      }

      @Override
      public @Nullable Void visitNewClass(NewClassTree tree, @Nullable Void unused) {
        if (trees.type(getCurrentPath()) instanceof Object type
            && type.toString().equals("java.lang.Thread")) {
          look(tree.getArguments(), "a thread");
        }
        return super.visitNewClass(tree, null);
      }

      private Optional<String> runner(
          TreePath path, MethodInvocationTree call, ExecutableElement method) {
        var owner = method.getEnclosingElement().toString();
        if (owner.startsWith("java.util.stream.")) {
          return isParallel(path, call) ? Optional.of("a parallel stream") : Optional.empty();
        }
        boolean isConcurrent =
            owner.startsWith("java.util.concurrent.") && !owner.contains("Map")
                || owner.startsWith("java.lang.Thread");
        return isConcurrent ? Optional.of(method.getSimpleName().toString()) : Optional.empty();
      }

      /** Whether a stream became parallel in the calls before. */
      private boolean isParallel(TreePath path, MethodInvocationTree call) {
        var receiver = Syntax.receiver(call);
        if (receiver.isPresent() && receiver.get() instanceof MethodInvocationTree before) {
          var name =
              before.getMethodSelect() instanceof MemberSelectTree select
                  ? select.getIdentifier().toString()
                  : "";
          return name.equals("parallel")
              || name.equals("parallelStream")
              || !name.equals("sequential") && isParallel(path, before);
        }
        return false;
      }

      private void look(List<? extends ExpressionTree> functions, String runner) {
        for (var function : functions) {
          if (function instanceof LambdaExpressionTree || function instanceof MemberReferenceTree) {
            new Submodules(runner, trees, report)
                .scan(new TreePath(getCurrentPath(), function), null);
          }
        }
      }
    }.scan(body, null);
  }

  /** Reports the submodules in a function. */
  private static final class Submodules extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final String runner;
    private final AttributedTrees trees;
    private final BodyReport report;

    Submodules(String runner, AttributedTrees trees, BodyReport report) {
      this.runner = runner;
      this.trees = trees;
      this.report = report;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      var path = getCurrentPath();
      var created = ForeignLambdaCheck.created(path, trees).map(made -> made + " is made");
      var called =
          trees
              .method(path)
              .filter(trees::needsBoundModule)
              .map(method -> method.getEnclosingElement().getSimpleName() + " is called");
      return created.or(() -> called).map(what -> report(path, what)).isPresent()
          ? null
          : super.visitMethodInvocation(tree, null);
    }

    @Override
    public @Nullable Void visitMemberReference(MemberReferenceTree tree, @Nullable Void unused) {
      if (trees.element(getCurrentPath()) instanceof ExecutableElement method
          && trees.needsBoundModule(method)) {
        report(getCurrentPath(), method.getEnclosingElement().getSimpleName() + " is called");
      }
      return super.visitMemberReference(tree, null);
    }

    private Tree report(TreePath place, String what) {
      report.about(
          DiagnosticCode.SUBMODULE_ON_THREAD,
          place,
          "%s in a function that %s runs on another thread, where no module runs."
              .formatted(what, runner),
          "Call it on the thread of the module; operations use several cores already.");
      return place.getLeaf();
    }
  }
}
