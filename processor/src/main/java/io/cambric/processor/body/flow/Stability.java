package io.cambric.processor.body.flow;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.HashSet;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/** Finds expressions that have one value in the whole run of a method. */
final class Stability {

  private Stability() {}

  /** {@return whether no name in an expression changes while the method around it runs} */
  static boolean of(TreePath expression, AttributedTrees trees) {
    var mentioned = new HashSet<Element>();
    var questions = new HashSet<ExecutableElement>();
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        trees
            .method(getCurrentPath())
            .filter(method -> ScopeState.isQuestion(method, trees))
            .ifPresent(questions::add);
        return super.visitMethodInvocation(tree, null);
      }

      @Override
      public @Nullable Void visitIdentifier(IdentifierTree tree, @Nullable Void unused) {
        var element = trees.element(getCurrentPath());
        if (element != null && isLocal(element)) {
          mentioned.add(element);
        }
        return null;
      }
    }.scan(expression, null);
    return !(mentioned.isEmpty() && questions.isEmpty())
        && mentioned.stream().noneMatch(changing(expression, trees)::contains);
  }

  private static boolean isLocal(Element element) {
    return switch (element.getKind()) {
      case PARAMETER, LOCAL_VARIABLE, BINDING_VARIABLE, EXCEPTION_PARAMETER, RESOURCE_VARIABLE ->
          true;
      default -> false;
    };
  }

  /** Names that are assigned after their declaration, or declared anew in each step. */
  private static Set<Element> changing(TreePath expression, AttributedTrees trees) {
    var method = expression;
    while (!(method.getLeaf() instanceof MethodTree) && method.getParentPath() != null) {
      method = method.getParentPath();
    }
    var changing = new HashSet<Element>();
    new TreePathScanner<@Nullable Void, Boolean>() {
      @Override
      public @Nullable Void scan(@Nullable Tree tree, Boolean repeated) {
        boolean repeats =
            tree instanceof ForLoopTree
                || tree instanceof EnhancedForLoopTree
                || tree instanceof WhileLoopTree
                || tree instanceof DoWhileLoopTree
                || tree instanceof LambdaExpressionTree;
        return super.scan(tree, repeated || repeats);
      }

      @Override
      public @Nullable Void visitVariable(VariableTree tree, Boolean repeated) {
        if (repeated) {
          add(trees.element(getCurrentPath()));
        }
        return super.visitVariable(tree, repeated);
      }

      @Override
      public @Nullable Void visitAssignment(AssignmentTree tree, Boolean repeated) {
        add(trees.element(getCurrentPath(), tree.getVariable()));
        return super.visitAssignment(tree, repeated);
      }

      @Override
      public @Nullable Void visitCompoundAssignment(CompoundAssignmentTree tree, Boolean repeated) {
        add(trees.element(getCurrentPath(), tree.getVariable()));
        return super.visitCompoundAssignment(tree, repeated);
      }

      @Override
      public @Nullable Void visitUnary(UnaryTree tree, Boolean repeated) {
        if (tree.getExpression() instanceof IdentifierTree name) {
          boolean assigns = tree.getKind().name().endsWith("CREMENT");
          add(assigns ? trees.element(getCurrentPath(), name) : null);
        }
        return super.visitUnary(tree, repeated);
      }

      private void add(@Nullable Element element) {
        if (element != null && element.getKind() != ElementKind.FIELD) {
          changing.add(element);
        }
      }
    }.scan(method, false);
    return changing;
  }
}
