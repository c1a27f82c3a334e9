package io.cambric.processor.body.check;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BlockTree;
import com.sun.source.tree.BreakTree;
import com.sun.source.tree.CaseTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.ContinueTree;
import com.sun.source.tree.DoWhileLoopTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
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
import io.cambric.processor.body.flow.Keys.Use;
import io.cambric.processor.report.DiagnosticCode;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import org.jspecify.annotations.Nullable;

/**
 * Finds a key from which numbers are drawn twice on one path through a method. The check follows
 * branches apart, runs the body of a loop twice, and forgets a key that is assigned anew.
 */
public final class KeyReusedCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    new Paths(trees, report).scan(type, null);
  }

  /** Follows the paths through methods. Mutable: it holds the uses of keys so far. */
  private static final class Paths extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final AttributedTrees trees;
    private final BodyReport report;
    private final Set<Tree> reported = new HashSet<>();
    private Map<Element, Set<Use>> used = new HashMap<>();
    private Set<Element> ofLoop = new HashSet<>();
    private boolean inLoop;
    private boolean left;

    Paths(AttributedTrees trees, BodyReport report) {
      this.trees = trees;
      this.report = report;
    }

    // -- uses

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      super.visitMethodInvocation(tree, null);
      var path = getCurrentPath();
      trees
          .method(path)
          .filter(_ -> !Keys.isOfConstants(tree))
          .flatMap(method -> Keys.use(method, trees))
          .ifPresent(use -> tree.getArguments().forEach(a -> use(new TreePath(path, a), use)));
      return null;
    }

    private void use(TreePath argument, Use use) {
      if (inLoop && use == Use.DRAW && Keys.isConstant(argument, trees)) {
        reportConstant(argument);
      }
      var name = Keys.local(argument, trees);
      if (name.isPresent()) {
        var before = used.computeIfAbsent(name.get(), _ -> EnumSet.noneOf(Use.class));
        boolean isOfLoop = ofLoop.contains(name.get());
        if (clash(before, use, isOfLoop) && reported.add(argument.getLeaf())) {
          report(argument, isOfLoop);
        }
        before.add(use);
      }
    }

    /** Models with one key are alike on purpose; one stream is drawn from again in a loop only. */
    private static boolean clash(Set<Use> before, Use use, boolean isOfLoop) {
      return switch (use) {
        case DRAW -> before.contains(Use.DRAW) || before.contains(Use.INIT);
        case INIT -> before.contains(Use.DRAW);
        case STREAM -> isOfLoop && before.contains(Use.STREAM);
      };
    }

    private void report(TreePath key, boolean isOfLoop) {
      report.about(
          DiagnosticCode.KEY_REUSED,
          key,
          isOfLoop
              ? "Each step of the loop draws from the key \"%s\", so all steps get the same numbers."
                  .formatted(key.getLeaf())
              : "The key \"%s\" was drawn from before, so these numbers follow from the first."
                  .formatted(key.getLeaf()),
          isOfLoop
              ? "Use %s.foldIn(i) with the number of the step.".formatted(key.getLeaf())
              : "Use one of %s.splitToList(n) for each.".formatted(key.getLeaf()));
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
      forget(trees.element(getCurrentPath()));
      return null;
    }

    @Override
    public @Nullable Void visitAssignment(AssignmentTree tree, @Nullable Void unused) {
      super.visitAssignment(tree, null);
      forget(trees.element(getCurrentPath(), tree.getVariable()));
      return null;
    }

    private void forget(@Nullable Element name) {
      if (name != null) {
        used.remove(name);
        ofLoop.remove(name);
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
      apart(() -> super.visitLambdaExpression(tree, null));
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
      Map<Element, Set<Use>> after = new HashMap<>();
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
      left = false;
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
      return leaving(() -> super.visitBreak(tree, null));
    }

    @Override
    public @Nullable Void visitContinue(ContinueTree tree, @Nullable Void unused) {
      return leaving(() -> super.visitContinue(tree, null));
    }

    @Override
    public @Nullable Void visitYield(YieldTree tree, @Nullable Void unused) {
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
      var around = new HashSet<>(ofLoop);
      var before = copy(used);
      inLoop = true;
      body.run();
      left = false;
      used.forEach((name, uses) -> {
        if (!uses.equals(before.get(name))) {
          ofLoop.add(name);
        }
      });
      body.run();
      left = false;
      ofLoop = around;
      inLoop = wasInLoop;
    }

    private static Map<Element, Set<Use>> copy(Map<Element, Set<Use>> uses) {
      var copy = new HashMap<Element, Set<Use>>();
      uses.forEach((name, each) -> copy.put(name, EnumSet.copyOf(each)));
      return copy;
    }
  }
}
