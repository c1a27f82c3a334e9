package io.cambric.processor.body.check;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.Syntax;
import io.cambric.processor.report.DiagnosticCode;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/** Finds comparisons of arrays that compare objects rather than elements. */
public final class ArrayIdentityCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitBinary(BinaryTree tree, @Nullable Void unused) {
        boolean isComparison =
            tree.getKind() == Tree.Kind.EQUAL_TO || tree.getKind() == Tree.Kind.NOT_EQUAL_TO;
        if (isComparison
            && !isShortcut()
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
            .filter(method -> method.getSimpleName().contentEquals("equals"))
            .ifPresent(method -> equality(tree, method));
        return super.visitMethodInvocation(tree, null);
      }

      private void equality(MethodInvocationTree call, ExecutableElement method) {
        var arguments = call.getArguments();
        if (arguments.size() == 1 && method.getParameters().size() == 1) {
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

      /** Whether equal elements decide, too: {@code a == b || arrayEqual(a, b)...}. */
      private boolean isShortcut() {
        return switch (getCurrentPath().getParentPath().getLeaf().getKind()) {
          case CONDITIONAL_OR, CONDITIONAL_AND -> true;
          default -> false;
        };
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
