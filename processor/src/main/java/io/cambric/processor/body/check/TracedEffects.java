package io.cambric.processor.body.check;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.ArrayReads;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.HostState;
import io.cambric.processor.body.flow.Syntax;
import io.cambric.processor.body.flow.TaintPropagation;
import io.cambric.processor.body.flow.TracedFunctions;
import io.cambric.processor.body.flow.TracedFunctions.Traced;
import io.cambric.processor.report.DiagnosticCode;
import java.util.HashSet;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * The effects of the traced functions of one class, with the methods of the class that they call.
 * Mutable: each place is reported once.
 */
final class TracedEffects {

  private static final Set<ElementKind> LOCAL =
      Set.of(
          ElementKind.LOCAL_VARIABLE,
          ElementKind.PARAMETER,
          ElementKind.BINDING_VARIABLE,
          ElementKind.EXCEPTION_PARAMETER,
          ElementKind.RESOURCE_VARIABLE);

  private final TreePath type;
  private final AttributedTrees trees;
  private final BodyReport report;
  private final Set<Tree> reported = new HashSet<>();

  TracedEffects(TreePath type, AttributedTrees trees, BodyReport report) {
    this.type = type;
    this.trees = trees;
    this.report = report;
  }

  /** Reports the effects of a function that a transformation traces. */
  void ofFunction(Traced function) {
    new Scanner(function.transformation() + " traces the function", function)
        .scan(function.body(), null);
  }

  /** Reports what the method of a definition reads from the host. */
  void ofModule(TreePath method) {
    new Scanner("the module is traced", null).scan(method, null);
  }

  private final class Scanner extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final String when;
    private final @Nullable Traced function;
    private final Set<Element> own;
    private final Set<ExecutableElement> followed;

    Scanner(String when, @Nullable Traced function) {
      this(when, function, new HashSet<>(), new HashSet<>());
    }

    /**
     * Scans a function, or a method that it calls.
     *
     * @param own the names that the function declares, in all its methods
     * @param followed the methods that were scanned already
     */
    private Scanner(
        String when, @Nullable Traced function, Set<Element> own, Set<ExecutableElement> followed) {
      this.when = when;
      this.function = function;
      this.own = own;
      this.followed = followed;
    }

    @Override
    public @Nullable Void visitVariable(VariableTree tree, @Nullable Void unused) {
      var name = trees.element(getCurrentPath());
      if (name != null) {
        own.add(name);
      }
      return super.visitVariable(tree, null);
    }

    @Override
    public @Nullable Void visitLambdaExpression(LambdaExpressionTree tree, @Nullable Void unused) {
      return TracedFunctions.runsOnHost(getCurrentPath(), trees)
          ? null
          : super.visitLambdaExpression(tree, null);
    }

    // -- reads of the host

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      var method = trees.method(getCurrentPath());
      var state = method.flatMap(HostState::of);
      method.ifPresent(called -> call(tree, called));
      if (state.isPresent()) {
        // The generator that it reads, as in ThreadLocalRandom.current(), is no other mistake.
        read(tree, state.get());
        tree.getArguments().forEach(argument -> scan(argument, null));
        return null;
      }
      return super.visitMethodInvocation(tree, null);
    }

    private void read(MethodInvocationTree call, HostState state) {
      report(
          "%s is read once, when %s, so each later run has the same %s."
              .formatted(call, when, state.noun()),
          state.mend());
    }

    private void call(MethodInvocationTree tree, ExecutableElement method) {
      if (TaintPropagation.changes(method)) {
        Syntax.receiver(tree).ifPresent(changed -> change(changed, true));
      } else if (isPrint(tree, method)) {
        print(tree);
      } else if (followed.add(method)) {
        trees
            .path(method)
            .filter(path -> path.getCompilationUnit() == type.getCompilationUnit())
            .filter(path -> path.getLeaf() instanceof MethodTree body && body.getBody() != null)
            .ifPresent(path -> new Scanner(when, function, own, followed).scan(path, null));
      }
    }

    // -- prints

    private boolean isPrint(MethodInvocationTree tree, ExecutableElement method) {
      return method.getEnclosingElement().toString().equals("java.io.PrintStream")
          && tree.getMethodSelect().toString().startsWith("System.");
    }

    private void print(MethodInvocationTree tree) {
      if (function != null && function.hasNoValues()) {
        var reads = new ArrayReads(function, trees);
        tree.getArguments().stream()
            .flatMap(a -> reads.origin(new TreePath(getCurrentPath(), a)).stream())
            .findFirst()
            .ifPresent(name ->
                report(
                    "The print runs once, when %s, and shows \"%s\" without its elements."
                        .formatted(when, name),
                    "Use Debug.print(\"{}\", %s).".formatted(name)));
      }
    }

    // -- changes

    @Override
    public @Nullable Void visitAssignment(AssignmentTree tree, @Nullable Void unused) {
      change(tree.getVariable(), false);
      return super.visitAssignment(tree, null);
    }

    @Override
    public @Nullable Void visitCompoundAssignment(
        CompoundAssignmentTree tree, @Nullable Void unused) {
      change(tree.getVariable(), false);
      return super.visitCompoundAssignment(tree, null);
    }

    @Override
    public @Nullable Void visitUnary(UnaryTree tree, @Nullable Void unused) {
      if (tree.getKind().name().endsWith("CREMENT")) {
        change(tree.getExpression(), false);
      }
      return super.visitUnary(tree, null);
    }

    /**
     * Reports a change of a name that the function does not declare.
     *
     * @param isInside whether the object of the name changes, not the name itself
     */
    private void change(Tree target, boolean isInside) {
      var root = root(target);
      var name = root == null ? null : trees.element(new TreePath(getCurrentPath(), root));
      if (name != null
          && (function == null ? isStatic(name, target) : isCaptured(name, target, isInside))) {
        report(
            "%s is changed once, when %s, and not when its program runs.".formatted(target, when),
            "Return the new value, and change %s outside.".formatted(target));
      }
    }

    /** Whether a name is a static field that a method of a module assigns anew. */
    private boolean isStatic(Element name, Tree target) {
      return name.getKind() == ElementKind.FIELD
          && name.getModifiers().contains(Modifier.STATIC)
          && !name.getModifiers().contains(Modifier.FINAL)
          && !(target instanceof ArrayAccessTree);
    }

    private boolean isCaptured(Element name, Tree target, boolean isInside) {
      return name.getKind() == ElementKind.FIELD
          || (isInside || target instanceof ArrayAccessTree)
              && LOCAL.contains(name.getKind())
              && !own.contains(name);
    }

    /** The name whose object an expression belongs to: a field of {@code this}, or a local name. */
    private @Nullable Tree root(Tree target) {
      return switch (target) {
        case IdentifierTree name -> name;
        case ParenthesizedTree inner -> root(inner.getExpression());
        case ArrayAccessTree element -> root(element.getExpression());
        case MemberSelectTree select when Syntax.isThis(select.getExpression()) -> select;
        case MemberSelectTree select -> root(select.getExpression());
        default -> null;
      };
    }

    private void report(String what, String mend) {
      if (reported.add(getCurrentPath().getLeaf())) {
        report.about(DiagnosticCode.IMPURE_FUNCTION, getCurrentPath(), what, mend);
      }
    }
  }
}
