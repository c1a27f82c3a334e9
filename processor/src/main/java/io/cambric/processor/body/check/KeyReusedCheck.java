package io.cambric.processor.body.check;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.IfTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.SwitchExpressionTree;
import com.sun.source.tree.SwitchTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.tree.WhileLoopTree;
import com.sun.source.tree.YieldTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.Keys;
import io.cambric.processor.body.flow.Keys.Place;
import io.cambric.processor.body.flow.Keys.Use;
import io.cambric.processor.body.flow.RepeatedCode;
import io.cambric.processor.body.flow.Syntax;
import io.cambric.processor.report.DiagnosticCode;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/**
 * Finds a key from which numbers are drawn twice on one path through a method. The check follows
 * branches apart, runs the body of a loop twice, and forgets a key that is assigned anew.
 */
public final class KeyReusedCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    new Paths(DrawnParameters.in(type, trees), trees, report).scan(type, null);
  }

  /** Follows the paths through methods. Mutable: it holds the uses of keys so far. */
  private static final class Paths extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final AttributedTrees trees;
    private final BodyReport report;
    private final Set<Tree> reported = new HashSet<>();
    private Map<Place, Set<Use>> used = new HashMap<>();
    private Set<Place> ofLoop = new HashSet<>();
    private final Set<Element> draws;
    private final Set<Element> constants = new HashSet<>();
    private Set<Element> ofStep = Set.of();
    private boolean inLoop;
    private boolean left;
    private boolean leftSwitch;

    Paths(Set<Element> draws, AttributedTrees trees, BodyReport report) {
      this.draws = draws;
      this.trees = trees;
      this.report = report;
    }

    // -- uses

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      super.visitMethodInvocation(tree, null);
      var path = getCurrentPath();
      var method = trees.method(path).filter(_ -> !Keys.isOfConstants(tree));
      var use = method.flatMap(called -> Keys.use(called, trees));
      if (use.equals(Optional.of(Use.SPLIT))
          && !(path.getParentPath().getLeaf() instanceof ExpressionStatementTree)) {
        Syntax.receiver(tree)
            .ifPresent(key ->
                use(new TreePath(new TreePath(path, tree.getMethodSelect()), key), Use.SPLIT));
      } else if (use.isPresent()) {
        tree.getArguments().forEach(argument -> use(new TreePath(path, argument), use.get()));
      } else {
        method.ifPresent(called -> helper(path, tree, called));
      }
      return null;
    }

    /** A method of this compilation that draws from the key that it is given. */
    private void helper(TreePath path, MethodInvocationTree call, ExecutableElement method) {
      var parameters = method.getParameters();
      for (int i = 0; i < Math.min(parameters.size(), call.getArguments().size()); i++) {
        if (draws.contains(parameters.get(i))) {
          use(new TreePath(path, call.getArguments().get(i)), Use.DRAW);
        }
      }
    }

    private void use(TreePath argument, Use use) {
      if (inLoop && use == Use.DRAW && isSameInEachStep(argument)) {
        reportConstant(argument);
      }
      var name = Keys.place(argument, trees).or(() -> seed(argument, use));
      if (name.isPresent()) {
        var before = used.computeIfAbsent(name.get(), _ -> EnumSet.noneOf(Use.class));
        boolean isOfLoop = ofLoop.contains(name.get());
        if (clash(before, use, isOfLoop) && reported.add(argument.getLeaf())) {
          report(argument, isOfLoop, before.equals(EnumSet.of(Use.SPLIT)));
        }
        before.add(use);
      }
    }

    /**
     * A literal key counts as one where the whole call is the same, and so yields the same array.
     */
    private Optional<Place> seed(TreePath key, Use use) {
      return use == Use.DRAW && Keys.isConstant(key, trees)
          ? trees.method(key).map(of -> new Place(of, key.getParentPath().getLeaf().toString()))
          : Optional.empty();
    }

    /** Models with one key are alike on purpose; one stream is drawn from again in a loop only. */
    private static boolean clash(Set<Use> before, Use use, boolean isOfLoop) {
      return switch (use) {
        case DRAW ->
            before.contains(Use.DRAW) || before.contains(Use.INIT) || before.contains(Use.SPLIT);
        case INIT -> before.contains(Use.DRAW);
        case STREAM -> isOfLoop && before.contains(Use.STREAM);
        case SPLIT -> false;
      };
    }

    /** Whether a key is made of literals, or of literals and a name from outside of the loop. */
    private boolean isSameInEachStep(TreePath key) {
      var name = key.getLeaf() instanceof IdentifierTree ? trees.element(key) : null;
      return name != null && constants.contains(name)
          || Keys.isConstant(key, trees)
          || Keys.derivedFrom(key, trees)
              .filter(from -> isFromOutside(from) || isSameInEachStep(from))
              .isPresent();
    }

    private boolean isFromOutside(TreePath from) {
      return Keys.place(from, trees).filter(key -> !ofStep.contains(key.name())).isPresent();
    }

    private void report(TreePath key, boolean isOfLoop, boolean isSplit) {
      report.about(
          DiagnosticCode.KEY_REUSED,
          key,
          text(isOfLoop, isSplit).formatted(key.getLeaf()),
          isOfLoop
              ? "Use %s.foldIn(i) with the number of the step.".formatted(key.getLeaf())
              : isSplit
                  ? "Draw from one of its parts."
                  : "Use one of %s.splitToList(n) for each.".formatted(key.getLeaf()));
    }

    private static String text(boolean isOfLoop, boolean isSplit) {
      return isOfLoop
          ? "Each step of the loop draws from the key \"%s\", so all steps get the same numbers."
          : isSplit
              ? "The key \"%s\" was split before, so these numbers are not independent of its parts."
              : "The key \"%s\" was drawn from before, so these numbers follow from the first.";
    }

    private void reportConstant(TreePath key) {
      if (reported.add(key.getLeaf())) {
        report.about(
            DiagnosticCode.KEY_REUSED,
            key,
            "Each step of the loop draws from %s, so all steps get the same numbers."
                .formatted(key.getLeaf()),
            "Make the key before the loop, and use foldIn(i) with the number of the step.");
      }
    }

    // -- new keys

    @Override
    public @Nullable Void visitVariable(VariableTree tree, @Nullable Void unused) {
      super.visitVariable(tree, null);
      become(trees.element(getCurrentPath()), tree.getInitializer());
      return null;
    }

    @Override
    public @Nullable Void visitAssignment(AssignmentTree tree, @Nullable Void unused) {
      super.visitAssignment(tree, null);
      become(trees.element(getCurrentPath(), tree.getVariable()), tree.getExpression());
      return null;
    }

    private void become(@Nullable Element name, @Nullable ExpressionTree value) {
      if (name != null) {
        used.keySet().removeIf(key -> key.name().equals(name));
        ofLoop.removeIf(key -> key.name().equals(name));
        constants.remove(name);
        if (inLoop && value != null && isSameInEachStep(new TreePath(getCurrentPath(), value))) {
          constants.add(name);
        }
      }
    }

    // -- paths

    @Override
    public @Nullable Void visitMethod(MethodTree tree, @Nullable Void unused) {
      apart(() -> super.visitMethod(tree, null));
      return null;
    }

    @Override
    public @Nullable Void visitLambdaExpression(LambdaExpressionTree tree, @Nullable Void unused) {
      if (RepeatedCode.isOfEach(getCurrentPath(), trees)) {
        loop(() -> super.visitLambdaExpression(tree, null));
      } else {
        apart(() -> super.visitLambdaExpression(tree, null));
      }
      return null;
    }

    /** Runs code that runs at another time, or never: what it uses isn't used after it. */
    private void apart(Runnable code) {
      var before = copy(used);
      boolean wasInLoop = inLoop;
      var around = ofLoop;
      ofLoop = new HashSet<>();
      inLoop = false;
      code.run();
      used = before;
      ofLoop = around;
      inLoop = wasInLoop;
      left = false;
    }

    @Override
    public @Nullable Void visitIf(IfTree tree, @Nullable Void unused) {
      scan(tree.getCondition(), null);
      either(tree.getThenStatement(), tree.getElseStatement());
      return null;
    }

    @Override
    public @Nullable Void visitConditionalExpression(
        ConditionalExpressionTree tree, @Nullable Void unused) {
      scan(tree.getCondition(), null);
      either(tree.getTrueExpression(), tree.getFalseExpression());
      return null;
    }

    private void either(Tree first, @Nullable Tree second) {
      branches(Arrays.asList(first, second));
    }

    /** Runs each branch from the same state, and joins those that reach the code after them. */
    private void branches(List<? extends @Nullable Tree> branches) {
      var before = used;
      Map<Place, Set<Use>> after = new HashMap<>();
      boolean allLeft = true;
      for (var branch : branches) {
        used = copy(before);
        left = false;
        scan(branch, null);
        if (!left) {
          allLeft = false;
          used.forEach((name, uses) ->
              after.computeIfAbsent(name, _ -> EnumSet.noneOf(Use.class)).addAll(uses));
        }
      }
      used = after;
      left = allLeft;
    }

    @Override
    public @Nullable Void visitSwitch(SwitchTree tree, @Nullable Void unused) {
      scan(tree.getExpression(), null);
      branches(tree.getCases());
      left = false;
      return null;
    }

    @Override
    public @Nullable Void visitSwitchExpression(SwitchExpressionTree tree, @Nullable Void unused) {
      scan(tree.getExpression(), null);
      branches(tree.getCases());
      left = false;
      return null;
    }

    @Override
    public @Nullable Void visitCase(CaseTree tree, @Nullable Void unused) {
      super.visitCase(tree, null);
      // A value or a break ends the case, not the method.
      left &= !leftSwitch;
      leftSwitch = false;
      return null;
    }

    @Override
    public @Nullable Void visitBlock(BlockTree tree, @Nullable Void unused) {
      for (var statement : tree.getStatements()) {
        scan(statement, null);
        if (left) {
          break;
        }
      }
      return null;
    }

    @Override
    public @Nullable Void visitReturn(ReturnTree tree, @Nullable Void unused) {
      return leaving(() -> super.visitReturn(tree, null));
    }

    @Override
    public @Nullable Void visitThrow(ThrowTree tree, @Nullable Void unused) {
      return leaving(() -> super.visitThrow(tree, null));
    }

    @Override
    public @Nullable Void visitBreak(BreakTree tree, @Nullable Void unused) {
      leftSwitch = true;
      return leaving(() -> super.visitBreak(tree, null));
    }

    @Override
    public @Nullable Void visitContinue(ContinueTree tree, @Nullable Void unused) {
      return leaving(() -> super.visitContinue(tree, null));
    }

    @Override
    public @Nullable Void visitYield(YieldTree tree, @Nullable Void unused) {
      leftSwitch = true;
      return leaving(() -> super.visitYield(tree, null));
    }

    private @Nullable Void leaving(Runnable statement) {
      statement.run();
      left = true;
      return null;
    }

    // -- loops

    @Override
    public @Nullable Void visitForLoop(ForLoopTree tree, @Nullable Void unused) {
      scan(tree.getInitializer(), null);
      loop(() -> {
        scan(tree.getCondition(), null);
        scan(tree.getStatement(), null);
        scan(tree.getUpdate(), null);
      });
      return null;
    }

    @Override
    public @Nullable Void visitEnhancedForLoop(EnhancedForLoopTree tree, @Nullable Void unused) {
      scan(tree.getExpression(), null);
      loop(() -> {
        scan(tree.getVariable(), null);
        scan(tree.getStatement(), null);
      });
      return null;
    }

    @Override
    public @Nullable Void visitWhileLoop(WhileLoopTree tree, @Nullable Void unused) {
      loop(() -> super.visitWhileLoop(tree, null));
      return null;
    }

    @Override
    public @Nullable Void visitDoWhileLoop(DoWhileLoopTree tree, @Nullable Void unused) {
      loop(() -> super.visitDoWhileLoop(tree, null));
      return null;
    }

    /** Runs a body twice. In the second run, the keys that the first one used are of the loop. */
    private void loop(Runnable body) {
      boolean wasInLoop = inLoop;
      var outerStep = ofStep;
      var around = new HashSet<>(ofLoop);
      var before = copy(used);
      inLoop = true;
      ofStep = RepeatedCode.changed(getCurrentPath(), trees);
      body.run();
      left = false;
      leftSwitch = false;
      used.forEach((name, uses) -> {
        if (!uses.equals(before.get(name))) {
          ofLoop.add(name);
        }
      });
      body.run();
      left = false;
      leftSwitch = false;
      ofLoop = around;
      ofStep = outerStep;
      inLoop = wasInLoop;
    }

    private static Map<Place, Set<Use>> copy(Map<Place, Set<Use>> uses) {
      var copy = new HashMap<Place, Set<Use>>();
      uses.forEach((name, each) -> copy.put(name, EnumSet.copyOf(each)));
      return copy;
    }
  }
}
