package io.cambric.processor.body;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds the lambdas that modules are made from. Each is the body of a compact method. */
final class LambdaBodies {

  private LambdaBodies() {}

  /** {@return each lambda, those inside of other bodies included} */
  static List<TreePath> all(TreePath type, Facts facts) {
    return new Finder(facts, true).find(type);
  }

  /** {@return the lambdas in no method of a definition and in no other such lambda} */
  static List<TreePath> outermost(TreePath type, Facts facts) {
    return new Finder(facts, false).find(type);
  }

  private static final class Finder extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final Facts facts;
    private final boolean isThorough;
    private final List<TreePath> found = new ArrayList<>();

    Finder(Facts facts, boolean isThorough) {
      this.facts = facts;
      this.isThorough = isThorough;
    }

    List<TreePath> find(TreePath type) {
      scan(type, null);
      return found;
    }

    @Override
    public @Nullable Void visitClass(ClassTree tree, @Nullable Void unused) {
      var element = facts.element(getCurrentPath());
      boolean isChecked = element != null && Facts.isDefinition(element);
      return isChecked && !isThorough ? null : super.visitClass(tree, null);
    }

    @Override
    public @Nullable Void visitLambdaExpression(LambdaExpressionTree tree, @Nullable Void unused) {
      var around = getCurrentPath().getParentPath();
      boolean isBody =
          around.getLeaf() instanceof MethodInvocationTree
              && facts.method(around).filter(Facts::isLambdaFactory).isPresent();
      if (isBody) {
        found.add(getCurrentPath());
      }
      return isBody && !isThorough ? null : super.visitLambdaExpression(tree, null);
    }
  }
}
