package io.cambric.processor.body.flow;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BindingPatternTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.InstanceOfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/**
 * Propagates taint from call arguments through the local names of a method: by assignments, by
 * conditions on a tainted value, and by elements of a collection.
 */
public final class TaintPropagation extends TreePathScanner<@Nullable Void, @Nullable Void> {

  private static final Set<ElementKind> LOCAL =
      Set.of(
          ElementKind.LOCAL_VARIABLE,
          ElementKind.BINDING_VARIABLE,
          ElementKind.RESOURCE_VARIABLE,
          ElementKind.PARAMETER);

  private static final Set<String> CHANGES =
      Set.of(
          "add",
          "addAll",
          "addFirst",
          "addLast",
          "put",
          "putAll",
          "putIfAbsent",
          "push",
          "offer",
          "remove",
          "removeIf",
          "removeFirst",
          "removeLast",
          "poll",
          "pop",
          "clear");

  private final AttributedTrees trees;
  private final Taint taint;
  private final ControlDependenceFinder dependences;
  private final TreePath method;
  private final Map<Element, TreePath> declared = new HashMap<>();
  private final Map<Element, TreePath> functions = new HashMap<>();

  private TaintPropagation(AttributedTrees trees, Taint taint, TreePath method) {
    this.trees = trees;
    this.taint = taint;
    this.dependences = new ControlDependenceFinder(trees, taint);
    this.method = method;
  }

  /** Adds the names to {@code taint} that depend on its names. */
  static void over(TreePath method, Taint taint, AttributedTrees trees) {
    var propagation = new TaintPropagation(trees, taint, method);
    int before;
    do {
      before = taint.size();
      propagation.scan(method, null);
    } while (taint.size() > before);
  }

  @Override
  public @Nullable Void visitVariable(VariableTree tree, @Nullable Void unused) {
    var name = trees.element(getCurrentPath());
    var around = getCurrentPath().getParentPath();
    if (name != null && !(around.getLeaf() instanceof BindingPatternTree)) {
      declared.put(name, around);
    }
    var initial = tree.getInitializer();
    if (name != null && initial instanceof LambdaExpressionTree lambda) {
      functions.put(name, new TreePath(getCurrentPath(), lambda));
    } else if (initial != null && !Syntax.isFunction(initial)) {
      become(name, getCurrentPath(), initial);
    }
    return super.visitVariable(tree, null);
  }

  @Override
  public @Nullable Void visitAssignment(AssignmentTree tree, @Nullable Void unused) {
    assign(tree.getVariable(), tree.getExpression());
    return super.visitAssignment(tree, null);
  }

  @Override
  public @Nullable Void visitCompoundAssignment(
      CompoundAssignmentTree tree, @Nullable Void unused) {
    assign(tree.getVariable(), tree.getExpression());
    return super.visitCompoundAssignment(tree, null);
  }

  @Override
  public @Nullable Void visitUnary(UnaryTree tree, @Nullable Void unused) {
    switch (tree.getKind()) {
      case POSTFIX_INCREMENT, POSTFIX_DECREMENT, PREFIX_INCREMENT, PREFIX_DECREMENT ->
          assign(tree.getExpression(), null);
      default -> {}
    }
    return super.visitUnary(tree, null);
  }

  private void assign(ExpressionTree target, @Nullable ExpressionTree value) {
    var name = trees.element(getCurrentPath(), target);
    if (value != null) {
      become(name, getCurrentPath(), value);
    }
    if (name != null && isLocal(name) && isDecided(name)) {
      taint.taint(name, true, true);
    }
  }

  /** Whether an argument decides if this tree is reached within the scope of a name. */
  private boolean isDecided(Element name) {
    var around = declared.getOrDefault(name, method);
    return dependences.between(getCurrentPath(), around).first().isPresent();
  }

  @Override
  public @Nullable Void visitEnhancedForLoop(EnhancedForLoopTree tree, @Nullable Void unused) {
    var target = trees.element(getCurrentPath(), tree.getVariable());
    if (target != null && isLocal(target)) {
      boolean depends = taint.value(getCurrentPath(), tree.getExpression()).isPresent();
      taint.taint(target, depends, depends);
    }
    return super.visitEnhancedForLoop(tree, null);
  }

  @Override
  public @Nullable Void visitInstanceOf(InstanceOfTree tree, @Nullable Void unused) {
    if (tree.getPattern() != null
        && taint.value(getCurrentPath(), tree.getExpression()).isPresent()) {
      bind(tree.getPattern());
    }
    return super.visitInstanceOf(tree, null);
  }

  @Override
  public @Nullable Void visitSwitch(SwitchTree tree, @Nullable Void unused) {
    if (taint.value(getCurrentPath(), tree.getExpression()).isPresent()) {
      tree.getCases().forEach(this::bindLabels);
    }
    return super.visitSwitch(tree, null);
  }

  @Override
  public @Nullable Void visitSwitchExpression(SwitchExpressionTree tree, @Nullable Void unused) {
    if (taint.value(getCurrentPath(), tree.getExpression()).isPresent()) {
      tree.getCases().forEach(this::bindLabels);
    }
    return super.visitSwitchExpression(tree, null);
  }

  private void bindLabels(CaseTree chosen) {
    chosen.getLabels().forEach(label -> bind(label));
  }

  /** Taints the names that a pattern binds. */
  private void bind(Tree pattern) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitVariable(VariableTree tree, @Nullable Void unused) {
        var name = trees.element(getCurrentPath());
        if (name != null) {
          taint.taint(name, true, true);
        }
        return null;
      }
    }.scan(new TreePath(getCurrentPath(), pattern), null);
  }

  /** Binds the parameters of a function that the JDK runs over elements. */
  @Override
  public @Nullable Void visitLambdaExpression(LambdaExpressionTree tree, @Nullable Void unused) {
    var around = getCurrentPath().getParentPath();
    if (around.getLeaf() instanceof MethodInvocationTree call
        && trees.method(around).filter(AttributedTrees::isOfJdk).isPresent()) {
      var elements =
          Syntax.receiver(call)
              .flatMap(r -> taint.value(new TreePath(around, call.getMethodSelect()), r));
      if (elements.isPresent()) {
        for (var parameter : tree.getParameters()) {
          var name = trees.element(getCurrentPath(), parameter);
          if (name != null) {
            taint.taint(name, true, true);
          }
        }
      }
    }
    return super.visitLambdaExpression(tree, null);
  }

  @Override
  public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
    var path = getCurrentPath();
    var receiver = Syntax.receiver(tree).filter(IdentifierTree.class::isInstance);
    if (receiver.isPresent()) {
      var name = trees.element(new TreePath(path, tree.getMethodSelect()), receiver.get());
      var function = name == null ? null : functions.get(name);
      if (function != null) {
        pass(tree, function);
      } else if (name != null
          && isLocal(name)
          && trees.method(path).filter(TaintPropagation::changes).isPresent()) {
        change(name, tree);
      }
    }
    return super.visitMethodInvocation(tree, null);
  }

  /** Passes the arguments of a call to a function in a local name. */
  private void pass(MethodInvocationTree call, TreePath function) {
    var parameters = ((LambdaExpressionTree) function.getLeaf()).getParameters();
    for (int i = 0; i < Math.min(parameters.size(), call.getArguments().size()); i++) {
      var argument = call.getArguments().get(i);
      var parameter = trees.element(function, parameters.get(i));
      if (parameter != null) {
        taint.taint(
            parameter,
            taint.value(getCurrentPath(), argument).isPresent(),
            taint.count(getCurrentPath(), argument).isPresent());
      }
    }
  }

  /** {@return whether {@code method} changes the elements of a collection of the JDK} */
  public static boolean changes(ExecutableElement method) {
    return AttributedTrees.isOfJdk(method) && CHANGES.contains(method.getSimpleName().toString());
  }

  /** Follows a call that adds something to a collection, or removes something. */
  private void change(Element collection, MethodInvocationTree call) {
    var path = getCurrentPath();
    var arguments = call.getArguments();
    boolean isWhole = call.getMethodSelect().toString().endsWith("All");
    boolean byValue = arguments.stream().anyMatch(a -> taint.value(path, a).isPresent());
    boolean byCount = isWhole && arguments.stream().anyMatch(a -> taint.count(path, a).isPresent());
    taint.taint(collection, byValue, byCount || isDecided(collection));
  }

  private void become(@Nullable Element name, TreePath parent, ExpressionTree value) {
    if (name != null && isLocal(name)) {
      var origin = taint.value(parent, value);
      boolean byCount =
          trees.isScalar(name.asType())
              ? origin.isPresent()
              : taint.count(parent, value).isPresent();
      taint.taint(name, origin, byCount);
    }
  }

  private static boolean isLocal(Element name) {
    return LOCAL.contains(name.getKind());
  }
}
