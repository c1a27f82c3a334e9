package io.cambric.processor.body.flow;

import com.sun.source.tree.BreakTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import org.jspecify.annotations.Nullable;

/** Code that each step of a loop runs, without a condition and without an exit from the loop. */
public final class Repetition {

  private Repetition() {}

  /** {@return whether the innermost uncertain code around a tree is the body of a loop} */
  public static boolean isAround(TreePath place, AttributedTrees trees) {
    var uncertain = Certainty.uncertain(place);
    if (uncertain.isEmpty()) {
      return false;
    }
    var branch = place;
    while (branch.getLeaf() != uncertain.getFirst()) {
      branch = branch.getParentPath();
    }
    return switch (branch.getParentPath().getLeaf()) {
      case ForLoopTree loop -> loop.getStatement() == branch.getLeaf() && hasNoExit(branch);
      case EnhancedForLoopTree loop -> loop.getStatement() == branch.getLeaf() && hasNoExit(branch);
      case WhileLoopTree loop -> loop.getStatement() == branch.getLeaf() && hasNoExit(branch);
      case DoWhileLoopTree loop -> loop.getStatement() == branch.getLeaf() && hasNoExit(branch);
      case LambdaExpressionTree _ -> isOfStream(branch.getParentPath(), trees);
      default -> false;
    };
  }

  /** Whether a stream runs a function for each of its elements. */
  private static boolean isOfStream(TreePath lambda, AttributedTrees trees) {
    var call = lambda.getParentPath();
    return call.getLeaf() instanceof MethodInvocationTree
        && trees
            .method(call)
            .filter(
                method -> method.getEnclosingElement().toString().startsWith("java.util.stream."))
            .isPresent();
  }

  private static boolean hasNoExit(TreePath body) {
    return !Boolean.TRUE.equals(
        new TreeScanner<Boolean, @Nullable Void>() {
          @Override
          public Boolean visitBreak(BreakTree tree, @Nullable Void unused) {
            return true;
          }

          @Override
          public Boolean visitContinue(ContinueTree tree, @Nullable Void unused) {
            return true;
          }

          @Override
          public Boolean visitReturn(ReturnTree tree, @Nullable Void unused) {
            return true;
          }

          @Override
          public Boolean visitLambdaExpression(LambdaExpressionTree tree, @Nullable Void unused) {
            return false;
          }

          @Override
          public Boolean reduce(@Nullable Boolean first, @Nullable Boolean second) {
            return Boolean.TRUE.equals(first) || Boolean.TRUE.equals(second);
          }
        }.scan(body.getLeaf(), null));
  }
}
