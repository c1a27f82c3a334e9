package io.cambric.processor.body.flow;

import com.sun.source.tree.AssertTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.CatchTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.util.TreePath;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the control dependences of trees in a method, and the call arguments that these read. */
final class ControlDependenceFinder {

  private final AttributedTrees trees;
  private final Taint taint;
  private final Map<Tree, List<TreePath>> exits = new IdentityHashMap<>();

  ControlDependenceFinder(AttributedTrees trees, Taint taint) {
    this.trees = trees;
    this.taint = taint;
  }

  /** {@return the control dependences of a tree inside {@code root}, which runs as a whole} */
  ControlDependences between(TreePath place, TreePath root) {
    var found = new ArrayList<ControlDependence>();
    boolean isRun = false;
    // A name that a case of a switch declares is in scope in later cases, which are not inside it.
    for (var p = place;
        p.getLeaf() != root.getLeaf() && !(p.getLeaf() instanceof MethodTree);
        p = p.getParentPath()) {
      var around = p.getParentPath();
      isRun |= Syntax.isFunction(p.getLeaf());
      add(around, p.getLeaf(), found);
      if (isRun && around.getLeaf() instanceof MethodInvocationTree call) {
        CallerModel.cutShort(around, call, p.getLeaf(), trees, taint).ifPresent(found::add);
        Selections.of(around, call, p.getLeaf(), trees, taint).ifPresent(found::add);
      } else if (isRun && around.getLeaf() instanceof VariableTree) {
        Selections.fromName(around, root, trees, taint).ifPresent(found::add);
      }
    }
    return new ControlDependences(List.copyOf(found));
  }

  /**
   * Adds the dependences that decide whether a run of {@code around} reaches the tree directly
   * below it.
   */
  private void add(TreePath around, Tree below, List<ControlDependence> found) {
    switch (around.getLeaf()) {
      case ForLoopTree loop when below == loop.getStatement() || below == loop.getCondition() ->
          found.add(loop(around, loop.getCondition(), loop.getStatement()));
      case EnhancedForLoopTree loop when below == loop.getStatement() ->
          found.add(
              loopOver(taint.count(around, loop.getExpression()), around, loop.getStatement()));
      case WhileLoopTree loop -> found.add(loop(around, loop.getCondition(), loop.getStatement()));
      case DoWhileLoopTree loop ->
          found.add(loop(around, loop.getCondition(), loop.getStatement()));
      case IfTree branch when below != branch.getCondition() ->
          when(around, branch.getCondition(), below == branch.getThenStatement(), found);
      case ConditionalExpressionTree branch when below != branch.getCondition() ->
          when(around, branch.getCondition(), below == branch.getTrueExpression(), found);
      case BinaryTree binary when below == binary.getRightOperand() && isShortCircuit(binary) ->
          when(
              around,
              binary.getLeftOperand(),
              binary.getKind() == Tree.Kind.CONDITIONAL_AND,
              found);
      case BlockTree block -> leftBefore(around, block.getStatements(), below, found);
      case CaseTree chosen -> inCase(around, chosen, below, found);
      case CatchTree _ -> caught(around.getParentPath(), found);
      case AssertTree _ -> found.add(ControlDependence.ASSERTION);
      case MethodInvocationTree call when call.getArguments().contains(below) ->
          CallerModel.of(around, call, below, trees, taint).ifPresent(found::add);
      default -> {}
    }
  }

  private static boolean isShortCircuit(BinaryTree tree) {
    return tree.getKind() == Tree.Kind.CONDITIONAL_AND
        || tree.getKind() == Tree.Kind.CONDITIONAL_OR;
  }

  private ControlDependence loop(TreePath around, @Nullable Tree condition, StatementTree body) {
    var name = condition == null ? Optional.<String>empty() : taint.value(around, condition);
    return loopOver(name, around, body);
  }

  /** The dependence of a loop, which ends with its elements or at an exit from its body. */
  private ControlDependence loopOver(Optional<String> name, TreePath around, StatementTree body) {
    return name.or(() -> endedBy(new TreePath(around, body)))
        .map(ControlDependence::loop)
        .orElse(ControlDependence.FIXED_LOOP);
  }

  /** The name that a condition before an exit from a loop depends on. */
  private Optional<String> endedBy(TreePath body) {
    return exits(body).stream()
        .filter(exit -> !(exit.getLeaf() instanceof ContinueTree))
        .flatMap(exit -> condition(exit, body).stream())
        .map(ControlDependence::name)
        .findFirst();
  }

  private List<TreePath> exits(TreePath statement) {
    return exits.computeIfAbsent(statement.getLeaf(), _ -> ExitPaths.of(statement));
  }

  /** The innermost condition on an argument around an exit from a statement. */
  private Optional<ControlDependence> condition(TreePath exit, TreePath statement) {
    return between(exit, statement).all().stream()
        .filter(o -> o.kind() == ControlDependence.Kind.CONDITION)
        .findFirst();
  }

  private void when(TreePath around, Tree condition, boolean holds, List<ControlDependence> found) {
    taint
        .value(around, condition)
        .ifPresent(name ->
            found.add(
                ControlDependence.condition(
                    Conditions.text(condition, holds),
                    name,
                    Stability.of(new TreePath(around, condition), trees))));
  }

  private void inCase(TreePath path, CaseTree chosen, Tree below, List<ControlDependence> found) {
    if (chosen.getLabels().contains(below)) {
      return;
    }
    if (below != chosen.getGuard() && chosen.getGuard() != null) {
      when(path, chosen.getGuard(), true, found);
    }
    if (chosen.getStatements() != null) {
      leftBefore(path, chosen.getStatements(), below, found);
    }
    var around = path.getParentPath();
    var selector =
        switch (around.getLeaf()) {
          case SwitchTree branch -> branch.getExpression();
          case SwitchExpressionTree branch -> branch.getExpression();
          default -> throw new IllegalStateException("a case stands in a switch");
        };
    taint
        .value(around, selector)
        .ifPresent(name ->
            found.add(
                ControlDependence.condition(
                    Conditions.text(selector, chosen),
                    name,
                    Stability.of(new TreePath(around, selector), trees))));
  }

  /**
   * Adds the dependence of a catch clause: it runs when the try block fails, which the arguments of
   * the block decide.
   */
  private void caught(TreePath path, List<ControlDependence> found) {
    var tried = (TryTree) path.getLeaf();
    taint
        .value(path, tried.getBlock())
        .ifPresent(name -> found.add(ControlDependence.condition(failed(name), name, false)));
  }

  private static String failed(String name) {
    return "the try block with \"" + name + "\" fails";
  }

  /** Adds earlier statements that may leave the block without an error that reaches the caller. */
  private void leftBefore(
      TreePath block,
      List<? extends StatementTree> statements,
      Tree below,
      List<ControlDependence> found) {
    for (var statement : statements) {
      if (statement == below) {
        return;
      }
      var path = new TreePath(block, statement);
      for (var exit : exits(path)) {
        avoided(path, exit).ifPresent(found::add);
      }
    }
  }

  /** The dependence on the condition under which a run does not leave by an exit. */
  private Optional<ControlDependence> avoided(TreePath statement, TreePath exit) {
    var taken = condition(exit, statement);
    if (taken.isEmpty()) {
      return statement.getLeaf() instanceof TryTree tried && ExitPaths.isCaught(tried)
          ? taint
              .value(statement, tried.getBlock())
              .map(n -> ControlDependence.condition(failed(n), n, false))
          : Optional.empty();
    }
    if (statement.getLeaf() instanceof IfTree branch
        && taint.value(statement, branch.getCondition()).isPresent()) {
      boolean isThen = ExitPaths.isBelow(exit, branch.getThenStatement());
      return Optional.of(
          ControlDependence.condition(
              Conditions.text(branch.getCondition(), !isThen),
              taken.get().name(),
              taken.get().isStable() && ExitPaths.isAlways(statement, exit)));
    }
    return Optional.of(
        ControlDependence.condition(
            "the " + ExitPaths.word(exit) + " before it is not reached",
            taken.get().name(),
            false));
  }
}
