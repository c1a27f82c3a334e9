package io.cambric.processor.body.flow;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import java.util.HashSet;
import java.util.Set;
import javax.lang.model.element.Element;
import org.jspecify.annotations.Nullable;

/** Code that each step of a loop runs, without a condition and without an exit from the loop. */
public final class RepeatedCode {

  /** Methods of collections that run a function for each element. */
  private static final Set<String> EACH = Set.of("forEach", "replaceAll", "setAll");

  private RepeatedCode() {}

  /** {@return the names that code declares or assigns} */
  public static Set<Element> changed(TreePath code, AttributedTrees trees) {
    var changed = new HashSet<Element>();
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitVariable(VariableTree tree, @Nullable Void unused) {
        add(trees.element(getCurrentPath()));
        return super.visitVariable(tree, null);
      }

      @Override
      public @Nullable Void visitAssignment(AssignmentTree tree, @Nullable Void unused) {
        add(trees.element(getCurrentPath(), tree.getVariable()));
        return super.visitAssignment(tree, null);
      }

      @Override
      public @Nullable Void visitCompoundAssignment(
          CompoundAssignmentTree tree, @Nullable Void unused) {
        add(trees.element(getCurrentPath(), tree.getVariable()));
        return super.visitCompoundAssignment(tree, null);
      }

      @Override
      public @Nullable Void visitUnary(UnaryTree tree, @Nullable Void unused) {
        if (tree.getKind().name().endsWith("CREMENT")) {
          add(trees.element(getCurrentPath(), tree.getExpression()));
        }
        return super.visitUnary(tree, null);
      }

      private void add(@Nullable Element name) {
        if (name != null) {
          changed.add(name);
        }
      }
    }.scan(code, null);
    return changed;
  }

  /**
   * {@return whether the innermost uncertain code around a tree is the body of a loop}
   *
   * @param without bodies of loops that don't count, whose steps are known
   */
  public static boolean isAround(TreePath place, Set<Tree> without, AttributedTrees trees) {
    var uncertain = Certainty.uncertain(place);
    uncertain.removeAll(without);
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
      case LambdaExpressionTree _ -> isOfEach(branch.getParentPath(), trees);
      default -> false;
    };
  }

  /** {@return whether a stream or a collection runs a function for each of its elements} */
  public static boolean isOfEach(TreePath lambda, AttributedTrees trees) {
    var call = lambda.getParentPath();
    return call.getLeaf() instanceof MethodInvocationTree
        && trees
            .method(call)
            .filter(method ->
                method.getEnclosingElement().toString().startsWith("java.util.stream.")
                    || AttributedTrees.isOfJdk(method)
                        && EACH.contains(method.getSimpleName().toString()))
            .isPresent();
  }

  /** {@return whether each run of a body ends at its end} */
  public static boolean hasNoExit(TreePath body) {
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
