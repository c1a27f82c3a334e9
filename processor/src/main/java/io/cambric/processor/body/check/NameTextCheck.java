package io.cambric.processor.body.check;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.ExpectedFailure;
import io.cambric.processor.body.flow.Syntax;
import io.cambric.processor.read.Owners;
import io.cambric.processor.report.DiagnosticCode;
import java.util.OptionalInt;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/** Finds literal names of submodules and variables that no scope accepts. */
public final class NameTextCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        trees.method(getCurrentPath()).ifPresent(method -> look(tree, method));
        return super.visitMethodInvocation(tree, null);
      }

      private void look(MethodInvocationTree call, ExecutableElement method) {
        var index = nameOf(method);
        if (index.isEmpty() || index.getAsInt() >= call.getArguments().size()) {
          return;
        }
        var argument = call.getArguments().get(index.getAsInt());
        Syntax.literal(argument)
            .filter(name -> name.isBlank() || name.contains("/"))
            .filter(_ -> !ExpectedFailure.isAround(getCurrentPath(), trees))
            .ifPresent(name ->
                report.about(
                    DiagnosticCode.NAMED_EMPTY,
                    new TreePath(getCurrentPath(), argument),
                    "A scope name must not be blank or contain a slash, but %s(...) is given \"%s\"."
                        .formatted(method.getSimpleName(), name),
                    "Choose a name such as \"hidden\"."));
      }

      /** The position of the name among the arguments, if there is one. */
      private OptionalInt nameOf(ExecutableElement method) {
        boolean isOfModule = trees.isModule(Owners.of(method).asType());
        return switch (method.getSimpleName().toString()) {
          case "named" -> isOfModule ? OptionalInt.of(0) : OptionalInt.empty();
          case "param" -> trees.isScopeFunction(method) ? OptionalInt.of(0) : OptionalInt.empty();
          case "variable" ->
              trees.isScopeFunction(method) ? OptionalInt.of(1) : OptionalInt.empty();
          default -> OptionalInt.empty();
        };
      }
    }.scan(type, null);
  }
}
