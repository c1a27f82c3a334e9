package io.cambric.processor.body.check;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.Certainty;
import io.cambric.processor.body.flow.Construction;
import io.cambric.processor.body.flow.DefinitionScanner;
import io.cambric.processor.body.flow.MethodSummary.Mention;
import io.cambric.processor.read.Annotated;
import io.cambric.processor.read.ElementNames;
import io.cambric.processor.report.DiagnosticCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/** Finds definitions that construct each other whenever setup, or one of their methods, runs. */
public final class SubmoduleCycleCheck implements BodyCheck {

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    for (var method : DefinitionScanner.methods(DefinitionScanner.definitions(type, trees))) {
      var own = Mention.of(method.element());
      new TreePathScanner<@Nullable Void, @Nullable Void>() {
        @Override
        public @Nullable Void visitMethodInvocation(
            MethodInvocationTree tree, @Nullable Void unused) {
          Construction.at(getCurrentPath(), trees)
              .filter(made -> Certainty.isCertain(made.factory()) && !made.isDetached())
              .ifPresent(made -> look(made));
          return super.visitMethodInvocation(tree, null);
        }

        private void look(Construction made) {
          var way = new ArrayList<Mention>();
          var ends = targets(made.asMention(trees), trees).toList();
          boolean isCycle =
              ends.stream().anyMatch(end -> leads(end, own, way, new HashSet<>(), trees));
          // One of the methods reports the cycle: the first by name.
          if (isCycle && way.stream().noneMatch(m -> m.toString().compareTo(own.toString()) < 0)) {
            report(made.factory(), way.reversed());
          }
        }

        private void report(TreePath place, List<Mention> way) {
          var first = module(own);
          report.about(
              DiagnosticCode.SUBMODULE_CYCLE,
              place,
              "%s creates %s, without end."
                  .formatted(
                      first,
                      way.stream()
                          .map(SubmoduleCycleCheck::module)
                          .collect(Collectors.joining(", which creates "))),
              "Pass one of them as a component, or let a component end the recursion.");
        }
      }.scan(method.path(), null);
    }
  }

  private static String module(Mention method) {
    var definition = method.owner();
    return ElementNames.module(definition.substring(definition.lastIndexOf('.') + 1));
  }

  /** Whether one method leads to another; the path is added from its end. */
  private static boolean leads(
      Mention from, Mention to, List<Mention> way, Set<Mention> seen, AttributedTrees trees) {
    if (!seen.add(from)) {
      return false;
    }
    boolean found = from.equals(to);
    if (!found) {
      var made =
          trees.type(from.owner()).stream()
              .flatMap(t -> Stream.ofNullable(trees.methods(t).get(from.name())))
              .flatMap(summary -> summary.certain().stream())
              .flatMap(module -> targets(module, trees))
              .toList();
      found = made.stream().anyMatch(next -> leads(next, to, way, seen, trees));
    }
    if (found) {
      way.add(from);
    }
    return found;
  }

  /** The methods of a definition that run when its module is made and called by this name. */
  private static Stream<Mention> targets(Mention module, AttributedTrees trees) {
    return trees.type(module.owner()).flatMap(trees::definitionOf).stream()
        .flatMap(definition -> targets(definition, module.name()));
  }

  private static Stream<Mention> targets(TypeElement definition, String called) {
    var owner = definition.getQualifiedName().toString();
    var setups = Annotated.methods(definition, Annotated.SETUP).stream().map(Mention::of);
    return called.isEmpty() ? setups : Stream.concat(setups, Stream.of(new Mention(owner, called)));
  }
}
