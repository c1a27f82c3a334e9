package io.cambric.processor.body.check;

import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.ArrayReads;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.Construction;
import io.cambric.processor.body.flow.ExpectedFailure;
import io.cambric.processor.report.DiagnosticCode;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeKind;
import org.jspecify.annotations.Nullable;

/**
 * Finds calls that do nothing but return, and whose result is unused. The annotations {@code
 * CheckReturnValue} and {@code CanIgnoreReturnValue} of Error Prone mark these methods, on the
 * method itself, on a type around it or on its package. The nearest one decides.
 */
public final class ResultDroppedCheck implements BodyCheck {

  private static final String USED = "CheckReturnValue";
  private static final String IGNORED = "CanIgnoreReturnValue";

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitExpressionStatement(
          ExpressionStatementTree tree, @Nullable Void unused) {
        look(getCurrentPath(), tree.getExpression());
        return super.visitExpressionStatement(tree, null);
      }

      /** Finds functions that the JDK runs for their effects, as in {@code forEach(x::relu)}. */
      @Override
      public @Nullable Void visitLambdaExpression(
          LambdaExpressionTree tree, @Nullable Void unused) {
        if (tree.getBody() instanceof ExpressionTree body && isForEffects(getCurrentPath())) {
          look(getCurrentPath(), body);
        }
        return super.visitLambdaExpression(tree, null);
      }

      @Override
      public @Nullable Void visitMemberReference(MemberReferenceTree tree, @Nullable Void unused) {
        var path = getCurrentPath();
        if (isForEffects(path) && trees.element(path) instanceof ExecutableElement method) {
          lookAt(path, method);
        }
        return super.visitMemberReference(tree, null);
      }

      /** Whether a call runs a function of the user, which may have effects of its own. */
      private boolean runsFunction(TreePath call) {
        return ((MethodInvocationTree) call.getLeaf())
            .getArguments().stream().anyMatch(a -> trees.isFunctional(new TreePath(call, a)));
      }

      private boolean isForEffects(TreePath lambda) {
        var around = lambda.getParentPath();
        return around.getLeaf() instanceof MethodInvocationTree call
            && trees
                .method(around)
                .filter(AttributedTrees::isOfJdk)
                .filter(
                    method -> takesFunction(method, call.getArguments().indexOf(lambda.getLeaf())))
                .isPresent()
            && trees.returnOfFunction(lambda).filter(r -> r.getKind() == TypeKind.VOID).isPresent();
      }

      private void look(TreePath parent, ExpressionTree expression) {
        var path = new TreePath(parent, expression);
        if (expression instanceof ParenthesizedTree inner) {
          look(path, inner.getExpression());
        } else if (expression instanceof MethodInvocationTree) {
          trees
              .method(path)
              .filter(_ -> !Construction.isChange(path, trees) && !runsFunction(path))
              .ifPresent(method -> lookAt(path, method));
        }
      }

      private void lookAt(TreePath path, ExecutableElement method) {
        if (isToBeUsed(method) && !ExpectedFailure.isAround(path, trees)) {
          report.about(
              DiagnosticCode.RESULT_DROPPED,
              path,
              "%s returns its result and changes nothing, but the result is dropped here."
                  .formatted(method.getSimpleName()),
              "Use the result, or remove the call.");
        }
      }

      private boolean isToBeUsed(ExecutableElement method) {
        return method.getReturnType().getKind() != TypeKind.VOID
            && !isRun(method)
            && isMarked(method);
      }

      /** Whether a call may be made for its time: a compiled function runs, or an array is read. */
      private boolean isRun(ExecutableElement method) {
        return method.getEnclosingElement().toString().startsWith("io.cambric.transform.")
                && method.getSimpleName().contentEquals("apply")
            || ArrayReads.isRead(method, trees);
      }
    }.scan(type, null);
  }

  /** Whether a parameter is a function, and no element of any type, as that of {@code List.of}. */
  private static boolean takesFunction(ExecutableElement method, int argument) {
    int index = Math.min(argument, method.getParameters().size() - 1);
    return index >= 0 && method.getParameters().get(index).asType().getKind() == TypeKind.DECLARED;
  }

  private static boolean isMarked(ExecutableElement method) {
    if (!AttributedTrees.isOfLibrary(method)) {
      // A wither of a pytree, in a class that the processor wrote.
      return AttributedTrees.isGenerated(method.getEnclosingElement())
          && method.getSimpleName().toString().matches("with[A-Z].*")
          && method.getEnclosingElement().getKind().isInterface();
    }
    for (Element e = method; e != null; e = e.getEnclosingElement()) {
      for (var annotation : e.getAnnotationMirrors()) {
        var name = annotation.getAnnotationType().asElement().getSimpleName();
        if (name.contentEquals(USED) || name.contentEquals(IGNORED)) {
          return name.contentEquals(USED);
        }
      }
    }
    return false;
  }
}
