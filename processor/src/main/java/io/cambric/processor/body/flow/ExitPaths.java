package io.cambric.processor.body.flow;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.CatchTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LabeledStatementTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import javax.lang.model.element.Name;
import org.jspecify.annotations.Nullable;

/**
 * Exit paths of a statement: jumps that skip the statements after it. An error that no clause
 * catches is not an exit path, since no statement runs after it.
 */
final class ExitPaths extends TreePathScanner<@Nullable Void, @Nullable Void> {

  private final TreePath statement;
  private final List<TreePath> found = new ArrayList<>();

  private ExitPaths(TreePath statement) {
    this.statement = statement;
  }

  /** {@return the jumps in {@code statement} that leave it} */
  static List<TreePath> of(TreePath statement) {
    var exits = new ExitPaths(statement);
    exits.scan(statement, null);
    return exits.found;
  }

  /** {@return the word for an exit} */
  static String word(TreePath exit) {
    return switch (exit.getLeaf()) {
      case BreakTree _ -> "break";
      case ContinueTree _ -> "continue";
      case ThrowTree _ -> "throw";
      case YieldTree _ -> "yield";
      default -> "return";
    };
  }

  /** {@return whether {@code exit} is inside {@code tree}} */
  static boolean isBelow(TreePath exit, Tree tree) {
    for (TreePath p = exit; p != null; p = p.getParentPath()) {
      if (p.getLeaf() == tree) {
        return true;
      }
    }
    return false;
  }

  /** {@return whether the branch of an if always leads to an exit inside it} */
  static boolean isAlways(TreePath branch, TreePath exit) {
    TreePath below = exit;
    for (var p = exit.getParentPath(); p.getLeaf() != branch.getLeaf(); p = p.getParentPath()) {
      boolean isLast =
          p.getLeaf() instanceof BlockTree block
              && block.getStatements().getLast() == below.getLeaf();
      if (!isLast) {
        return false;
      }
      below = p;
    }
    return true;
  }

  /** {@return whether statements after a try statement run after an error in its block} */
  static boolean isCaught(TryTree tree) {
    return tree.getCatches().stream().anyMatch(c -> completes(c.getBlock()));
  }

  private static boolean completes(BlockTree block) {
    var statements = block.getStatements();
    return statements.isEmpty() || !isEnd(statements.getLast());
  }

  private static boolean isEnd(StatementTree statement) {
    return switch (statement) {
      case ThrowTree _ -> true;
      case BlockTree block -> !completes(block);
      case IfTree branch ->
          branch.getElseStatement() != null
              && isEnd(branch.getThenStatement())
              && isEnd(branch.getElseStatement());
      default -> false;
    };
  }

  @Override
  public @Nullable Void visitReturn(ReturnTree tree, @Nullable Void unused) {
    found.add(getCurrentPath());
    return super.visitReturn(tree, null);
  }

  @Override
  public @Nullable Void visitBreak(BreakTree tree, @Nullable Void unused) {
    jump(tree.getLabel(), true);
    return null;
  }

  @Override
  public @Nullable Void visitContinue(ContinueTree tree, @Nullable Void unused) {
    jump(tree.getLabel(), false);
    return null;
  }

  @Override
  public @Nullable Void visitYield(YieldTree tree, @Nullable Void unused) {
    if (!isInside(SwitchExpressionTree.class::isInstance)) {
      found.add(getCurrentPath());
    }
    return super.visitYield(tree, null);
  }

  @Override
  public @Nullable Void visitThrow(ThrowTree tree, @Nullable Void unused) {
    var caughtInside =
        isInside(leaf -> leaf instanceof TryTree tried && isCaught(tried))
            && !isInside(CatchTree.class::isInstance);
    if (!caughtInside && isCaughtAround()) {
      found.add(getCurrentPath());
    }
    return super.visitThrow(tree, null);
  }

  @Override
  public @Nullable Void visitLambdaExpression(LambdaExpressionTree tree, @Nullable Void unused) {
    return null;
  }

  @Override
  public @Nullable Void visitClass(ClassTree tree, @Nullable Void unused) {
    return null;
  }

  private void jump(@Nullable Name label, boolean isBreak) {
    boolean endsInside =
        label == null
            ? isInside(leaf -> isLoop(leaf) || isBreak && leaf instanceof SwitchTree)
            : isInside(leaf ->
                leaf instanceof LabeledStatementTree labeled && labeled.getLabel().equals(label));
    if (!endsInside) {
      found.add(getCurrentPath());
    }
  }

  private static boolean isLoop(Tree leaf) {
    return leaf instanceof ForLoopTree
        || leaf instanceof EnhancedForLoopTree
        || leaf instanceof WhileLoopTree
        || leaf instanceof DoWhileLoopTree;
  }

  /** Whether a statement of a kind encloses the jump, up to and including the whole. */
  private boolean isInside(Predicate<Tree> kind) {
    for (var p = getCurrentPath(); ; p = p.getParentPath()) {
      if (kind.test(p.getLeaf())) {
        return true;
      }
      if (p.getLeaf() == statement.getLeaf()) {
        return false;
      }
    }
  }

  /** Whether a try around the whole catches an error in it. */
  private boolean isCaughtAround() {
    Tree below = statement.getLeaf();
    for (TreePath p = statement.getParentPath(); p != null; p = p.getParentPath()) {
      if (p.getLeaf() instanceof TryTree tried && tried.getBlock() == below && isCaught(tried)) {
        return true;
      }
      if (p.getLeaf() instanceof LambdaExpressionTree || p.getLeaf() instanceof ClassTree) {
        return false;
      }
      below = p.getLeaf();
    }
    return false;
  }
}
