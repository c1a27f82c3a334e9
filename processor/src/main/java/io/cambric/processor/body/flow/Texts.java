package io.cambric.processor.body.flow;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
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
      case BinaryTree sum when sum.getKind() == Tree.Kind.PLUS -> {
        boolean isText = isText(expression, trees);
        yield of(new TreePath(expression, sum.getLeftOperand()), known, trees)
            .flatMap(left ->
                of(new TreePath(expression, sum.getRightOperand()), known, trees)
                    .map(right -> isText ? left + right : "" + (parse(left) + parse(right))));
      }
      case MethodInvocationTree call -> formatted(expression, call, known, trees);
      case LiteralTree literal
          when literal.getValue() instanceof String || literal.getValue() instanceof Integer ->
          Optional.of(literal.getValue().toString());
      default -> named(expression, known, trees);
    };
  }

  /** {@return the integer that an expression is} */
  static Optional<Integer> number(
      TreePath expression, Map<Element, String> known, AttributedTrees trees) {
    return of(expression, known, trees)
        .filter(text -> text.matches("-?\\d{1,9}"))
        .map(Texts::parse);
  }

  private static boolean isText(TreePath expression, AttributedTrees trees) {
    return trees
        .typeElement(expression)
        .filter(type -> type.getQualifiedName().contentEquals("java.lang.String"))
        .isPresent();
  }

  private static int parse(String number) {
    return Integer.parseInt(number);
  }

  /** The result of {@code "%d".formatted(i)} or {@code String.format("%d", i)}. */
  private static Optional<String> formatted(
      TreePath expression,
      MethodInvocationTree call,
      Map<Element, String> known,
      AttributedTrees trees) {
    var parts = new ArrayList<TreePath>();
    if (call.getMethodSelect() instanceof MemberSelectTree select) {
      switch (select.getIdentifier().toString()) {
        case "formatted" -> parts.add(new TreePath(expression, select.getExpression()));
        case "format" -> {}
        default -> {
          return Optional.empty();
        }
      }
    }
    call.getArguments().forEach(a -> parts.add(new TreePath(expression, a)));
    var texts = new ArrayList<String>();
    parts.forEach(part -> of(part, known, trees).ifPresent(texts::add));
    if (parts.isEmpty() || texts.size() < parts.size()) {
      return Optional.empty();
    }
    var text = texts.removeFirst();
    for (var each : texts) {
      text = text.replaceFirst("%[sd]", Matcher.quoteReplacement(each));
    }
    return text.contains("%") ? Optional.empty() : Optional.of(text);
  }

  private static Optional<String> named(
      TreePath expression, Map<Element, String> known, AttributedTrees trees) {
    var name = trees.element(expression);
    return name instanceof VariableElement variable
            && (variable.getConstantValue() instanceof String
                || variable.getConstantValue() instanceof Integer)
        ? Optional.of(variable.getConstantValue().toString())
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

      @Override
      public @Nullable Void visitUnary(UnaryTree tree, @Nullable Void unused) {
        if (tree.getKind().name().endsWith("CREMENT")) {
          look(tree.getExpression());
        }
        return super.visitUnary(tree, null);
      }

      private void look(ExpressionTree target) {
        var changed = target instanceof ArrayAccessTree access ? access.getExpression() : target;
        var element = trees.element(getCurrentPath(), changed);
        if (element != null) {
          assigned.add(element);
        }
      }
    }.scan(method, null);
    return !assigned.contains(name);
  }
}
