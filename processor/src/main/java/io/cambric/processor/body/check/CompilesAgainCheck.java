package io.cambric.processor.body.check;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.CountingLoop;
import io.cambric.processor.body.flow.RepeatedCode;
import io.cambric.processor.body.flow.TracedFunctions;
import io.cambric.processor.body.flow.TracedFunctions.Traced;
import io.cambric.processor.body.flow.TransformationCalls;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.report.DiagnosticCode;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.RecordComponentElement;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * Finds functions that are compiled at each step. One kind is a {@code jit} inside a loop whose
 * names it does not use. The other is a state with a Java number that each step changes.
 */
public final class CompilesAgainCheck implements BodyCheck {

  /** Trees of arrays, which a function may take as an argument. */
  private static final Set<String> TREES =
      Set.of("io.cambric.scope.Params", "io.cambric.scope.Variables");

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
    checkNumbers(type, trees, report);
  }

  // -- arguments

  /** Finds compiled functions that are given the number of a step. */
  private static void checkNumbers(TreePath type, AttributedTrees trees, BodyReport report) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      private final Set<Element> counters = new HashSet<>();

      @Override
      public @Nullable Void visitForLoop(ForLoopTree tree, @Nullable Void unused) {
        CountingLoop.variable(tree)
            .map(variable -> trees.element(getCurrentPath(), variable))
            .ifPresent(counters::add);
        return super.visitForLoop(tree, null);
      }

      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        var path = getCurrentPath();
        if (trees.method(path).filter(CompilesAgainCheck::isCompiled).isPresent()) {
          tree.getArguments().forEach(argument -> look(new TreePath(path, argument)));
        }
        return super.visitMethodInvocation(tree, null);
      }

      private void look(TreePath argument) {
        var name = trees.element(argument);
        if (name != null && counters.contains(name)) {
          report.about(
              DiagnosticCode.COMPILES_AGAIN,
              argument,
              "The Java number \"%s\" differs in each step of the loop, so jit compiles for each of its values."
                  .formatted(argument.getLeaf()),
              "Pass scalar(%s).".formatted(argument.getLeaf()));
        }
      }
    }.scan(type, null);
  }

  private static boolean isCompiled(ExecutableElement method) {
    return method
            .getEnclosingElement()
            .toString()
            .matches("io\\.cambric\\.transform\\.Jit\\d?(<.*>)?")
        && method.getSimpleName().contentEquals("apply");
  }

  // -- loops

  private static void checkLoop(TreePath call, AttributedTrees trees, BodyReport report) {
    var loop = loopAround(call, trees);
    if (loop.isEmpty()) {
      return;
    }
    var used = used(call, declared(loop.get(), trees), trees);
    boolean areArrays =
        used.stream()
            .allMatch(
                name -> trees.isArray(name.asType()) || TREES.contains(name.asType().toString()));
    if (areArrays) {
      var names = used.stream().map(Element::toString).sorted().collect(Collectors.joining(", "));
      report.about(
          DiagnosticCode.COMPILES_AGAIN,
          call,
          "Each step of the loop makes another compiled function, and so compiles again.",
          names.isEmpty()
              ? "Call jit once, before the loop."
              : "Call jit once, before the loop, on a function that takes %s as an argument."
                  .formatted(names));
    }
  }

  /** The innermost loop whose steps run a call; the header of a loop runs once. */
  private static Optional<TreePath> loopAround(TreePath call, AttributedTrees trees) {
    for (var below = call; below.getParentPath() != null; below = below.getParentPath()) {
      var around = below.getParentPath();
      boolean isStep =
          switch (around.getLeaf()) {
            case ForLoopTree loop -> !loop.getInitializer().contains(below.getLeaf());
            case EnhancedForLoopTree loop -> loop.getExpression() != below.getLeaf();
            case WhileLoopTree _, DoWhileLoopTree _ -> true;
            default -> false;
          };
      if (isStep) {
        return Optional.of(around);
      }
      switch (around.getLeaf()) {
        case LambdaExpressionTree _ -> {
          return RepeatedCode.isOfEach(around, trees) ? Optional.of(around) : Optional.empty();
        }
        case MethodTree _ -> {
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

  /** The names among these that a call mentions, and does not declare itself. */
  private static Set<Element> used(TreePath call, Set<Element> names, AttributedTrees trees) {
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
    return used;
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
    new States(states, new HashSet<>(), trees, report).scan(function.body(), null);
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
    return argument instanceof BinaryTree sum
        && sum.toString().matches(".*\\b" + component.getSimpleName() + "\\b.*");
  }

  /** Reports changed numbers in the states that a function and the methods of its states make. */
  private static final class States extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final Set<TypeElement> states;
    private final Set<ExecutableElement> followed;
    private final AttributedTrees trees;
    private final BodyReport report;

    States(
        Set<TypeElement> states,
        Set<ExecutableElement> followed,
        AttributedTrees trees,
        BodyReport report) {
      this.states = states;
      this.followed = followed;
      this.trees = trees;
      this.report = report;
    }

    @Override
    public @Nullable Void visitNewClass(NewClassTree tree, @Nullable Void unused) {
      trees
          .typeElement(getCurrentPath())
          .filter(states::contains)
          .ifPresent(state -> look(tree, state));
      return super.visitNewClass(tree, null);
    }

    /** Follows the methods of the state, such as {@code next()}. */
    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      trees
          .method(getCurrentPath())
          .filter(method -> states.contains(method.getEnclosingElement()))
          .filter(followed::add)
          .flatMap(trees::path)
          .filter(path -> path.getLeaf() instanceof MethodTree)
          .ifPresent(path -> new States(states, followed, trees, report).scan(path, null));
      return super.visitMethodInvocation(tree, null);
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
  }
}
