package io.cambric.processor.body.flow;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.util.TreePath;
import java.util.Locale;
import javax.lang.model.element.ExecutableElement;

/** Code that is expected to fail, as tests of errors contain it. */
public final class ExpectedFailure {

  private ExpectedFailure() {}

  /** {@return whether a tree is in an assertion about exceptions, or in a try block that fails} */
  public static boolean isAround(TreePath tree, AttributedTrees trees) {
    for (var p = tree; !(p.getLeaf() instanceof MethodTree); p = p.getParentPath()) {
      var around = p.getParentPath();
      if (around == null) {
        return false;
      }
      if (p.getLeaf() instanceof LambdaExpressionTree
          && around.getLeaf() instanceof MethodInvocationTree
          && trees.method(around).filter(ExpectedFailure::expectsFailure).isPresent()) {
        return true;
      }
      if (p.getLeaf() instanceof BlockTree block
          && around.getLeaf() instanceof TryTree tried
          && tried.getBlock() == block
          && !block.getStatements().isEmpty()
          && isFailure(block.getStatements().getLast())) {
        return true;
      }
    }
    return false;
  }

  private static boolean expectsFailure(ExecutableElement method) {
    var name = method.getSimpleName().toString().toLowerCase(Locale.ROOT);
    return name.contains("throw") || name.contains("catch") || name.contains("exception");
  }

  private static boolean isFailure(StatementTree last) {
    return last instanceof ThrowTree
        || last instanceof ExpressionStatementTree statement
            && statement.getExpression() instanceof MethodInvocationTree call
            && isNamedFail(call.getMethodSelect());
  }

  private static boolean isNamedFail(Tree select) {
    return select.toString().matches("(.*\\.)?fail");
  }
}
