package io.cambric.processor.body.check;

import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.Construction;
import io.cambric.processor.report.DiagnosticCode;
import org.jspecify.annotations.Nullable;

/** Finds changes of a module whose result is unused. */
public final class CopyDroppedCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitExpressionStatement(
          ExpressionStatementTree tree, @Nullable Void unused) {
        var path = new TreePath(getCurrentPath(), tree.getExpression());
        if (path.getLeaf() instanceof MethodInvocationTree call
            && call.getMethodSelect() instanceof MemberSelectTree select
            && Construction.isChange(path, trees)
            && !isConstructed(path)) {
          report.about(
              DiagnosticCode.COPY_DROPPED,
              path,
              "%s does not change the module, but returns a changed copy, which is dropped here."
                  .formatted(select.getIdentifier()),
              "Use the result.");
        }
        return super.visitExpressionStatement(tree, null);
      }

      /** A submodule that is constructed here and never used is another mistake. */
      private boolean isConstructed(TreePath change) {
        var path = change;
        while (path.getLeaf() instanceof MethodInvocationTree call
            && call.getMethodSelect() instanceof MemberSelectTree select
            && Construction.isChange(path, trees)) {
          path = new TreePath(new TreePath(path, select), select.getExpression());
        }
        return Construction.at(path, trees).isPresent();
      }
    }.scan(type, null);
  }
}
