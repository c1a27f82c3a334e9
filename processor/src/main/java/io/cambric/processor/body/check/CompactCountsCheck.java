package io.cambric.processor.body.check;

import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.Certainty;
import io.cambric.processor.body.flow.DefinitionScanner;
import io.cambric.processor.body.flow.DefinitionScanner.Method;
import io.cambric.processor.body.flow.FrameWalk;
import io.cambric.processor.body.flow.FrameWalk.Site;
import io.cambric.processor.body.flow.Syntax;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.report.DiagnosticCode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * Finds compact methods whose automatic names depend on the caller. In a run of another compact
 * method the counters continue, and in a call of their own they begin at zero. A method that is
 * called at several places is a helper, which nobody calls alone.
 */
public final class CompactCountsCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    if (!(trees.element(type) instanceof TypeElement top)) {
      return;
    }
    for (var methods : DefinitionScanner.definitions(type, trees)) {
      var compact =
          methods.stream()
              .filter(m -> Annotated.has(m.element(), Annotated.COMPACT))
              .filter(m -> isCalledAlone(m, trees))
              .toList();
      if (compact.size() > 1) {
        var reported = new HashSet<Tree>();
        for (var run : compact) {
          var sites = FrameWalk.of(run, top, trees);
          var calls = new HashMap<Method, TreePath>();
          compact.stream()
              .filter(method -> method != run)
              .forEach(method ->
                  onlyCall(run, method, trees).ifPresent(call -> calls.put(method, call)));
          for (var method : compact) {
            if (calls.containsKey(method)) {
              check(method, run, calls, sites, reported, report);
            }
          }
        }
      }
    }
  }

  /** Whether a method can be called from outside: a bound module is passed inside only. */
  private static boolean isCalledAlone(Method method, AttributedTrees trees) {
    return !method.element().getModifiers().contains(Modifier.PRIVATE)
        && method.element().getParameters().stream()
            .noneMatch(p -> trees.holdsModule(p.asType()) && !trees.isSetupRecord(p.asType()));
  }

  private static void check(
      Method method,
      Method run,
      Map<Method, TreePath> calls,
      List<Site> sites,
      Set<Tree> reported,
      BodyReport report) {
    for (int i = 0; i < sites.size(); i++) {
      var site = sites.get(i);
      if (isIn(site, method)) {
        var before =
            sites.subList(0, i).stream()
                .filter(earlier -> earlier.prefix().equals(site.prefix()))
                .filter(earlier -> !isIn(earlier, method))
                .filter(earlier -> !isInFunction(placeIn(earlier, calls)))
                .filter(earlier -> !Certainty.exclude(placeIn(earlier, calls), calls.get(method)))
                .findFirst();
        if (before.isPresent() && reported.add(site.place().getLeaf())) {
          var other =
              calls.keySet().stream().filter(m -> isIn(before.get(), m)).findFirst().orElse(run);
          report(site, method, other, run, report);
          return;
        }
      }
    }
  }

  /** The place of a site in the method that runs: the call of its method, or the site itself. */
  private static TreePath placeIn(Site site, Map<Method, TreePath> calls) {
    return calls.keySet().stream()
        .filter(method -> isIn(site, method))
        .map(calls::get)
        .findFirst()
        .orElse(site.place());
  }

  private static void report(
      Site site, Method method, Method other, Method run, BodyReport report) {
    var module = site.module().getSimpleName();
    report.about(
        DiagnosticCode.COMPACT_COUNTS_AGAIN,
        site.place(),
        "%s of %s is counted after %s of %s in a run of %s, and from 0 when %s is called alone."
            .formatted(
                module,
                method.element().getSimpleName(),
                module,
                other.element().getSimpleName(),
                run.element().getSimpleName(),
                method.element().getSimpleName()),
        "Name it with named(...), or move it to @Setup.");
  }

  /** Whether a lambda contains a place: a lifted function counts in a scope of its own. */
  private static boolean isInFunction(TreePath place) {
    for (TreePath p = place; !(p.getLeaf() instanceof MethodTree); p = p.getParentPath()) {
      if (p.getLeaf() instanceof LambdaExpressionTree) {
        return true;
      }
    }
    return false;
  }

  private static boolean isIn(Site site, Method method) {
    for (TreePath p = site.place(); p != null; p = p.getParentPath()) {
      if (p.getLeaf() == method.path().getLeaf()) {
        return true;
      }
    }
    return false;
  }

  /** The place where a method calls another method of the definition, if there is one alone. */
  private static Optional<TreePath> onlyCall(Method caller, Method called, AttributedTrees trees) {
    var places = new HashMap<Tree, TreePath>();
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        if (Syntax.isOnThis(tree)
            && !isInFunction(getCurrentPath())
            && trees.method(getCurrentPath()).equals(Optional.of(called.element()))) {
          places.put(tree, getCurrentPath());
        }
        return super.visitMethodInvocation(tree, null);
      }
    }.scan(caller.path(), null);
    return places.size() == 1 ? places.values().stream().findFirst() : Optional.empty();
  }
}
