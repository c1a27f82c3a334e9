package io.cambric.processor.body.check;

import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.ControlDependence;
import io.cambric.processor.body.flow.DefinitionScanner;
import io.cambric.processor.body.flow.FrameWalk;
import io.cambric.processor.body.flow.FrameWalk.Site;
import io.cambric.processor.body.flow.LambdaBodies;
import io.cambric.processor.body.flow.ModuleVariables;
import io.cambric.processor.body.flow.ScopeState;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.report.DiagnosticCode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.TypeElement;

/**
 * Finds submodules whose construction depends on a call argument. A submodule without variables is
 * allowed if no automatic name, neither its own nor another, differs between calls.
 */
public final class ConditionalSubmoduleCheck implements BodyCheck {

  /** The advice, in a method of a definition or in a lambda. */
  private enum Advice {
    METHOD(
        "Construct it before the branch, name it with named(...), or move it to @Setup.",
        "Construct it before the loop, or let a component determine the number."),
    LAMBDA(
        "Construct it before the branch, or name it with named(...).",
        "Construct it before the loop, or let a number from outside the lambda determine the number.");

    private final String branch;
    private final String loop;

    Advice(String branch, String loop) {
      this.branch = branch;
      this.loop = loop;
    }
  }

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    if (!(trees.element(type) instanceof TypeElement top)) {
      return;
    }
    var variables = new ModuleVariables(trees);
    var reported = new HashSet<Tree>();
    for (var method : DefinitionScanner.methods(DefinitionScanner.definitions(type, trees))) {
      if (Annotated.has(method.element(), Annotated.COMPACT)) {
        check(FrameWalk.of(method, top, trees), Advice.METHOD, variables, reported, report);
      }
    }
    for (var lambda : LambdaBodies.all(type, trees)) {
      check(FrameWalk.ofLambda(lambda, top, trees), Advice.LAMBDA, variables, reported, report);
    }
  }

  private static void check(
      List<Site> sites,
      Advice advice,
      ModuleVariables variables,
      Set<Tree> reported,
      BodyReport report) {
    for (int i = 0; i < sites.size(); i++) {
      var site = sites.get(i);
      var dependence = site.dependences().first();
      if (dependence.isPresent()
          && !(hasFixedName(sites, i) && mayBeAbsent(dependence.get(), site, variables))
          && reported.add(site.place().getLeaf())) {
        report(site, dependence.get(), advice, report);
      }
    }
  }

  /**
   * Whether a module may be absent from a run: it has no variables, or is absent from all runs but
   * the initialization.
   */
  private static boolean mayBeAbsent(
      ControlDependence dependence, Site site, ModuleVariables variables) {
    return ScopeState.isOfInit(dependence.name()) || variables.hasNone(site.module());
  }

  /** Whether a site gets the same name whenever it is reached, and affects no other name. */
  private static boolean hasFixedName(List<Site> sites, int index) {
    var site = sites.get(index);
    if (!site.dependences().isSameInEachStep()) {
      return false;
    }
    for (int i = 0; i < sites.size(); i++) {
      var other = sites.get(i);
      if (i != index && other.prefix().equals(site.prefix())) {
        boolean inLoops = site.dependences().hasLoop() || other.dependences().hasLoop();
        boolean isCounted = i > index || inLoops;
        boolean counts = i < index || inLoops;
        if (isCounted && !site.dependences().isImpliedBy(other.dependences())
            || counts && !other.dependences().isImpliedBy(site.dependences())) {
          return false;
        }
      }
    }
    return true;
  }

  private static void report(
      Site site, ControlDependence dependence, Advice advice, BodyReport report) {
    switch (dependence.kind()) {
      case LOOP ->
          report.about(
              DiagnosticCode.SUBMODULE_IN_LOOP,
              site.place(),
              "%s in each iteration of a loop that depends on \"%s\", so the number of submodules"
                      .formatted(site.what(), dependence.name())
                  + " depends on %s.".formatted(decider(dependence)),
              advice.loop);
      case CONDITION ->
          report.about(
              DiagnosticCode.SUBMODULE_IN_BRANCH,
              site.place(),
              "%s only when %s, so its name depends on %s."
                  .formatted(site.what(), dependence.text(), decider(dependence)),
              advice.branch);
      case ASSERTION ->
          report.about(
              DiagnosticCode.SUBMODULE_IN_BRANCH,
              site.place(),
              "%s in an assertion, which runs only if Java was started with -ea, so names depend on"
                      .formatted(site.what())
                  + " that.",
              "Construct it before the assertion.");
      case FIXED_LOOP -> throw new IllegalStateException("a fixed loop keeps from nothing");
    }
  }

  private static String decider(ControlDependence dependence) {
    return ScopeState.isState(dependence.name()) ? dependence.name() : "a call argument";
  }
}
