package io.cambric.processor.body.flow;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the lambdas that modules are made from. Each is the body of a compact method. */
public final class LambdaBodies {

  private LambdaBodies() {}

  /** {@return each lambda, including lambdas inside other bodies} */
  public static List<TreePath> all(TreePath type, AttributedTrees trees) {
    return new Finder(trees, true).find(type);
  }

  /** {@return the lambdas outside of all definition methods and of all other module lambdas} */
  public static List<TreePath> outermost(TreePath type, AttributedTrees trees) {
    return new Finder(trees, false).find(type);
  }

  private static final class Finder extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final AttributedTrees trees;
    private final boolean isThorough;
    private final List<TreePath> found = new ArrayList<>();

    Finder(AttributedTrees trees, boolean isThorough) {
      this.trees = trees;
      this.isThorough = isThorough;
    }

    List<TreePath> find(TreePath type) {
      scan(type, null);
      return found;
    }

    @Override
    public @Nullable Void visitClass(ClassTree tree, @Nullable Void unused) {
      var element = trees.element(getCurrentPath());
      boolean isChecked = element != null && AttributedTrees.isDefinition(element);
      return isChecked && !isThorough ? null : super.visitClass(tree, null);
    }

    @Override
    public @Nullable Void visitLambdaExpression(LambdaExpressionTree tree, @Nullable Void unused) {
      var around = getCurrentPath().getParentPath();
      boolean isBody =
          around.getLeaf() instanceof MethodInvocationTree
              && trees.method(around).filter(AttributedTrees::isLambdaFactory).isPresent();
      if (isBody) {
        found.add(getCurrentPath());
      }
      return isBody && !isThorough ? null : super.visitLambdaExpression(tree, null);
    }
  }
}
