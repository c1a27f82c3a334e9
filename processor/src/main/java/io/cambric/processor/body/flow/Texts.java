package io.cambric.processor.body.flow;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.VariableElement;
import org.jspecify.annotations.Nullable;

/** Strings that are known before the program runs: literals, constants, sums and names of these. */
public final class Texts {

  private Texts() {}

  /**
   * {@return the string that an expression is}
   *
   * @param known the strings in local names
   */
  public static Optional<String> of(
      TreePath expression, Map<Element, String> known, AttributedTrees trees) {
    return switch (expression.getLeaf()) {
      case ParenthesizedTree inner ->
          of(new TreePath(expression, inner.getExpression()), known, trees);
      case BinaryTree sum when sum.getKind() == Tree.Kind.PLUS ->
          of(new TreePath(expression, sum.getLeftOperand()), known, trees)
              .flatMap(left ->
                  of(new TreePath(expression, sum.getRightOperand()), known, trees)
                      .map(left::concat));
      default -> Syntax.literal(expression.getLeaf()).or(() -> named(expression, known, trees));
    };
  }

  private static Optional<String> named(
      TreePath expression, Map<Element, String> known, AttributedTrees trees) {
    var name = trees.element(expression);
    return name instanceof VariableElement variable
            && variable.getConstantValue() instanceof String constant
        ? Optional.of(constant)
        : Optional.ofNullable(name).map(known::get);
  }

  /** {@return the elements of a list or an array of known strings; none if one is unknown} */
  public static List<String> elements(
      TreePath expression, Map<Element, String> known, AttributedTrees trees) {
    List<? extends @Nullable ExpressionTree> written =
        switch (expression.getLeaf()) {
          case NewArrayTree array when array.getInitializers() != null -> array.getInitializers();
          case MethodInvocationTree call
              when call.getMethodSelect().toString().matches("(List|Set|Arrays)\\.(of|asList)") ->
              call.getArguments();
          default -> List.of();
        };
    var texts = new ArrayList<String>();
    for (var each : written) {
      of(new TreePath(expression, each), known, trees).ifPresent(texts::add);
    }
    return texts.size() == written.size() ? texts : List.of();
  }

  /** {@return whether the method around a local variable never assigns it again} */
  public static boolean isKept(TreePath variable, AttributedTrees trees) {
    var name = trees.element(variable);
    var method = variable;
    while (!(method.getLeaf() instanceof MethodTree) && method.getParentPath() != null) {
      method = method.getParentPath();
    }
    var assigned = new ArrayList<Element>();
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitAssignment(AssignmentTree tree, @Nullable Void unused) {
        look(tree.getVariable());
        return super.visitAssignment(tree, null);
      }

      @Override
      public @Nullable Void visitCompoundAssignment(
          CompoundAssignmentTree tree, @Nullable Void unused) {
        look(tree.getVariable());
        return super.visitCompoundAssignment(tree, null);
      }

      private void look(ExpressionTree target) {
        var element = trees.element(getCurrentPath(), target);
        if (element != null) {
          assigned.add(element);
        }
      }
    }.scan(method, null);
    return !assigned.contains(name);
  }
}
