package io.cambric.processor.body.check;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.TracedFunctions;
import io.cambric.processor.body.flow.TracedFunctions.Traced;
import io.cambric.processor.body.flow.TransformationCalls;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.report.DiagnosticCode;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * Finds functions that are compiled at each step. One kind is a {@code jit} inside a loop whose
 * names it does not use. The other is a state with a Java number that each step changes.
 */
public final class CompilesAgainCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    TransformationCalls.visit(
        type,
        trees,
        (call, transformation) -> {
          if (transformation.getSimpleName().contentEquals("jit")) {
            checkLoop(call, trees, report);
          }
        });
    for (var function : TracedFunctions.in(type, trees)) {
      if (function.transformation().equals("jit")) {
        checkState(function, trees, report);
      }
    }
  }

  // -- loops

  private static void checkLoop(TreePath call, AttributedTrees trees, BodyReport report) {
    loopAround(call)
        .filter(loop -> !uses(call, declared(loop, trees), trees))
        .ifPresent(_ ->
            report.about(
                DiagnosticCode.COMPILES_AGAIN,
                call,
                "Each step of the loop makes another compiled function, and so compiles again.",
                "Call jit once, before the loop."));
  }

  private static Optional<TreePath> loopAround(TreePath call) {
    for (var p = call.getParentPath(); p != null; p = p.getParentPath()) {
      switch (p.getLeaf()) {
        case ForLoopTree _, EnhancedForLoopTree _, WhileLoopTree _, DoWhileLoopTree _ -> {
          return Optional.of(p);
        }
        case LambdaExpressionTree _, MethodTree _ -> {
          return Optional.empty();
        }
        default -> {}
      }
    }
    return Optional.empty();
  }

  /** The names that each step of a loop declares anew. */
  private static Set<Element> declared(TreePath loop, AttributedTrees trees) {
    var declared = new HashSet<Element>();
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitVariable(VariableTree tree, @Nullable Void unused) {
        var name = trees.element(getCurrentPath());
        if (name != null) {
          declared.add(name);
        }
        return super.visitVariable(tree, null);
      }
    }.scan(loop, null);
    return declared;
  }

  /** Whether the arguments of a call mention a name that the call itself does not declare. */
  private static boolean uses(TreePath call, Set<Element> names, AttributedTrees trees) {
    var inside = declared(call, trees);
    var used = new HashSet<Element>();
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitIdentifier(IdentifierTree tree, @Nullable Void unused) {
        var name = trees.element(getCurrentPath());
        if (name != null && names.contains(name) && !inside.contains(name)) {
          used.add(name);
        }
        return null;
      }
    }.scan(call, null);
    return !used.isEmpty();
  }

  // -- states

  private static void checkState(Traced function, AttributedTrees trees, BodyReport report) {
    var states = new HashSet<TypeElement>();
    function.parameters().forEach(p -> trees.typeElement(p.asType()).ifPresent(states::add));
    states.removeIf(
        state -> state.getKind() != ElementKind.RECORD || Annotated.has(state, Annotated.PY_TREE));
    if (states.isEmpty()) {
      return;
    }
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitNewClass(NewClassTree tree, @Nullable Void unused) {
        trees
            .typeElement(getCurrentPath())
            .filter(states::contains)
            .ifPresent(state -> look(tree, state));
        return super.visitNewClass(tree, null);
      }

      private void look(NewClassTree made, TypeElement state) {
        var components = state.getRecordComponents();
        for (int i = 0; i < Math.min(components.size(), made.getArguments().size()); i++) {
          var argument = made.getArguments().get(i);
          if (isNumber(components.get(i), trees) && isChanged(argument, components.get(i))) {
            report.about(
                DiagnosticCode.COMPILES_AGAIN,
                new TreePath(getCurrentPath(), argument),
                "Component %s of %s is a Java number that each step changes, so jit compiles for each of its values."
                    .formatted(components.get(i).getSimpleName(), state.getSimpleName()),
                "Make it an Array.");
          }
        }
      }
    }.scan(function.body(), null);
  }

  private static boolean isNumber(RecordComponentElement component, AttributedTrees trees) {
    return component.asType().getKind().isPrimitive()
        || trees
            .typeElement(component.asType())
            .filter(type ->
                type.getQualifiedName()
                    .toString()
                    .matches("java\\.lang\\.(Integer|Long|Float|Double)"))
            .isPresent();
  }

  /** Whether an argument computes a number from the component of the state before. */
  private static boolean isChanged(Tree argument, RecordComponentElement component) {
    var accessor = component.getSimpleName() + "()";
    return argument instanceof BinaryTree sum && sum.toString().contains(accessor);
  }
}
