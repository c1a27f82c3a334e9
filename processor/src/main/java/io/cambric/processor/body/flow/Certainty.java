package io.cambric.processor.body.flow;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreeScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The uncertain code around a tree: code that may not run, or may run more than once. */
public final class Certainty {

  private static final Set<Tree.Kind> UNCERTAIN =
      Set.of(
          Tree.Kind.IF,
          Tree.Kind.SWITCH,
          Tree.Kind.SWITCH_EXPRESSION,
          Tree.Kind.CONDITIONAL_EXPRESSION,
          Tree.Kind.CONDITIONAL_AND,
          Tree.Kind.CONDITIONAL_OR,
          Tree.Kind.FOR_LOOP,
          Tree.Kind.ENHANCED_FOR_LOOP,
          Tree.Kind.WHILE_LOOP,
          Tree.Kind.DO_WHILE_LOOP,
          Tree.Kind.TRY,
          Tree.Kind.LAMBDA_EXPRESSION,
          Tree.Kind.CLASS);

  private Certainty() {}

  /** {@return the uncertain code around a tree, the innermost first} */
  public static List<Tree> uncertain(TreePath place) {
    var trees = new ArrayList<Tree>();
    for (var p = place; p.getParentPath() != null; p = p.getParentPath()) {
      if (isUncertain(p)) {
        // The branch, not only the statement: two branches of one statement exclude each other.
        trees.add(p.getLeaf());
      }
    }
    return trees;
  }

  /** Whether a tree may not run, or runs more than once, while the tree around it runs once. */
  private static boolean isUncertain(TreePath path) {
    var tree = path.getLeaf();
    var around = path.getParentPath().getLeaf();
    boolean isFirst =
        switch (around) {
          case IfTree branch -> branch.getCondition() == tree;
          case ConditionalExpressionTree branch -> branch.getCondition() == tree;
          case SwitchTree branch -> branch.getExpression() == tree;
          case SwitchExpressionTree branch -> branch.getExpression() == tree;
          case EnhancedForLoopTree loop -> loop.getExpression() == tree;
          case BinaryTree binary -> binary.getLeftOperand() == tree;
          default -> false;
        };
    return UNCERTAIN.contains(around.getKind()) && !isFirst;
  }

  /** {@return whether no run of a method reaches both places, of which the first comes earlier} */
  public static boolean exclude(TreePath first, TreePath second) {
    for (var p = first; p.getParentPath() != null; p = p.getParentPath()) {
      var around = p.getParentPath();
      var other = childOf(around.getLeaf(), second);
      if (other != null && other != p.getLeaf()) {
        return switch (around.getLeaf()) {
          case IfTree branch -> isNone(branch.getCondition(), p.getLeaf(), other);
          case ConditionalExpressionTree branch ->
              isNone(branch.getCondition(), p.getLeaf(), other);
          case SwitchTree branch -> isNone(branch.getExpression(), p.getLeaf(), other);
          case SwitchExpressionTree branch -> isNone(branch.getExpression(), p.getLeaf(), other);
          case BlockTree _ -> leaves(first, p);
          default -> false;
        };
      }
    }
    return false;
  }

  private static boolean isNone(Tree condition, Tree one, Tree other) {
    return condition != one && condition != other;
  }

  private static @Nullable Tree childOf(Tree parent, TreePath place) {
    for (var p = place; p.getParentPath() != null; p = p.getParentPath()) {
      if (p.getParentPath().getLeaf() == parent) {
        return p.getLeaf();
      }
    }
    return null;
  }

  /** Whether the branch of a statement that contains a place never reaches the next statement. */
  private static boolean leaves(TreePath place, TreePath statement) {
    for (var p = place; p.getLeaf() != statement.getLeaf(); p = p.getParentPath()) {
      if (p.getParentPath().getLeaf() instanceof IfTree
          && p.getLeaf() instanceof StatementTree branch
          && Leaving.always(branch)) {
        return true;
      }
    }
    return false;
  }

  /** {@return whether every run of the enclosing method reaches a tree} */
  public static boolean isCertain(TreePath place) {
    for (var p = place; !(p.getLeaf() instanceof MethodTree); p = p.getParentPath()) {
      var around = p.getParentPath();
      if (around == null
          || isUncertain(p)
          || around.getLeaf() instanceof BlockTree block && mayEndBefore(block, p.getLeaf())) {
        return false;
      }
    }
    return true;
  }

  private static boolean mayEndBefore(BlockTree block, Tree statement) {
    for (var earlier : block.getStatements()) {
      if (earlier == statement) {
        return false;
      }
      if (mayEnd(earlier)) {
        return true;
      }
    }
    return false;
  }

  private static boolean mayEnd(StatementTree statement) {
    return Boolean.TRUE.equals(
        new TreeScanner<Boolean, @Nullable Void>() {
          @Override
          public Boolean visitReturn(ReturnTree tree, @Nullable Void unused) {
            return true;
          }

          @Override
          public Boolean visitThrow(ThrowTree tree, @Nullable Void unused) {
            return true;
          }

          @Override
          public Boolean visitLambdaExpression(LambdaExpressionTree tree, @Nullable Void unused) {
            return false;
          }

          @Override
          public Boolean visitClass(ClassTree tree, @Nullable Void unused) {
            return false;
          }

          @Override
          public Boolean reduce(@Nullable Boolean first, @Nullable Boolean second) {
            return Boolean.TRUE.equals(first) || Boolean.TRUE.equals(second);
          }
        }.scan(statement, null));
  }
}
