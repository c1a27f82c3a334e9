package io.cambric.processor.body.check;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.Syntax;
import io.cambric.processor.report.DiagnosticCode;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/**
 * Finds comparisons of arrays that compare objects rather than elements, also in searches of lists.
 */
public final class ArrayIdentityCheck implements BodyCheck {

  /** Searches of a list, which compare by {@code equals}. */
  private static final Set<String> SEARCHES = Set.of("contains", "indexOf", "lastIndexOf");

  private static final Set<String> COMPARISONS =
      Set.of("equals", "contains", "indexOf", "lastIndexOf");

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitBinary(BinaryTree tree, @Nullable Void unused) {
        boolean isComparison =
            tree.getKind() == Tree.Kind.EQUAL_TO || tree.getKind() == Tree.Kind.NOT_EQUAL_TO;
        if (isComparison
            && !isShortcut(tree)
            && isArray(tree.getLeftOperand())
            && isArray(tree.getRightOperand())) {
          report(tree.getLeftOperand(), tree.getRightOperand());
        }
        return super.visitBinary(tree, null);
      }

      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        trees
            .method(getCurrentPath())
            .filter(method -> COMPARISONS.contains(method.getSimpleName().toString()))
            .ifPresent(method -> equality(tree, method));
        return super.visitMethodInvocation(tree, null);
      }

      private void equality(MethodInvocationTree call, ExecutableElement method) {
        var arguments = call.getArguments();
        if (SEARCHES.contains(method.getSimpleName().toString())) {
          search(call, arguments);
        } else if (arguments.size() == 1 && method.getParameters().size() == 1) {
          Syntax.receiver(call)
              .filter(receiver -> isArray(receiver) && isArray(arguments.getFirst()))
              .ifPresent(receiver -> report(receiver, arguments.getFirst()));
        } else if (arguments.size() == 2
            && AttributedTrees.isMemberOf(method, "java.util.Objects")
            && isArray(arguments.get(0))
            && isArray(arguments.get(1))) {
          report(arguments.get(0), arguments.get(1));
        }
      }

      private void search(MethodInvocationTree call, List<? extends ExpressionTree> arguments) {
        Syntax.receiver(call)
            .filter(list -> isList(list) && arguments.size() == 1 && isArray(arguments.getFirst()))
            .ifPresent(list ->
                report.about(
                    DiagnosticCode.ARRAY_IDENTITY,
                    getCurrentPath(),
                    "%s looks for the object %s, and does not compare elements."
                        .formatted(call, arguments.getFirst()),
                    "Compare each by arrayEqual(...).toBoolean()."));
      }

      private boolean isList(Tree receiver) {
        return trees
            .typeElement(new TreePath(new TreePath(getCurrentPath(), select()), receiver))
            .filter(
                type -> type.getQualifiedName().toString().matches("java\\.util\\.(Array)?List"))
            .isPresent();
      }

      private Tree select() {
        return ((MethodInvocationTree) getCurrentPath().getLeaf()).getMethodSelect();
      }

      /** Whether the elements of both decide, too: {@code a == b || arrayEqual(a, b)...}. */
      private boolean isShortcut(BinaryTree comparison) {
        return isInEquals()
            || getCurrentPath().getParentPath().getLeaf() instanceof BinaryTree around
                && (around.getKind() == Tree.Kind.CONDITIONAL_OR
                    || around.getKind() == Tree.Kind.CONDITIONAL_AND)
                && mentions(around, comparison, comparison.getLeftOperand())
                && mentions(around, comparison, comparison.getRightOperand());
      }

      /** Whether the comparison defines {@code equals}, whose arrays are objects. */
      private boolean isInEquals() {
        for (TreePath p = getCurrentPath(); p != null; p = p.getParentPath()) {
          if (p.getLeaf() instanceof MethodTree method) {
            return method.getName().contentEquals("equals");
          }
        }
        return false;
      }

      private static boolean mentions(BinaryTree around, BinaryTree comparison, Tree operand) {
        var other =
            around.getLeftOperand() == comparison
                ? around.getRightOperand()
                : around.getLeftOperand();
        return other.toString().contains(operand.toString());
      }

      private boolean isArray(Tree operand) {
        return trees.isArray(trees.type(new TreePath(getCurrentPath(), operand)));
      }

      private void report(Tree left, Tree right) {
        report.about(
            DiagnosticCode.ARRAY_IDENTITY,
            getCurrentPath(),
            "%s and %s are compared as objects, not element by element.".formatted(left, right),
            "Use arrayEqual(%s, %s).toBoolean().".formatted(left, right));
      }
    }.scan(type, null);
  }
}
