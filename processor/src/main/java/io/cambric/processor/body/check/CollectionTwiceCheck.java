package io.cambric.processor.body.check;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.Syntax;
import io.cambric.processor.read.Owners;
import io.cambric.processor.report.DiagnosticCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/** Finds collections and random streams that the options of one transformation name twice. */
public final class CollectionTwiceCheck implements BodyCheck {

  private static final String LIFTS = "io.cambric.scope.lift.";

  /**
   * Groups of options: in each group, one option at most may name the same collection or stream.
   */
  private static final List<Set<String>> ALTERNATIVES =
      List.of(
          Set.of("variableAxis", "variableBroadcast", "variableCarry"),
          Set.of("splitRngs", "shareRngs"));

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    new TreePathScanner<@Nullable Void, @Nullable Void>() {
      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        for (var alternatives : ALTERNATIVES) {
          option(getCurrentPath(), alternatives, trees)
              .ifPresent(option -> compare(getCurrentPath(), option, alternatives));
        }
        return super.visitMethodInvocation(tree, null);
      }

      /** Compares the names in an option with the names in the options before it in the chain. */
      private void compare(TreePath call, String option, Set<String> alternatives) {
        for (var name : names(call).entrySet()) {
          for (var p = receiver(call, trees); p.isPresent(); p = receiver(p.get(), trees)) {
            var earlier = option(p.get(), alternatives, trees);
            if (earlier.isPresent() && names(p.get()).containsKey(name.getKey())) {
              report.about(
                  DiagnosticCode.COLLECTION_TWICE,
                  name.getValue(),
                  "\"%s\" is named twice, in %s and in %s."
                      .formatted(name.getKey(), earlier.get(), option),
                  "Remove one of them.");
            }
          }
        }
      }
    }.scan(type, null);
  }

  /** The name of the option method that is called. */
  private static Optional<String> option(
      TreePath call, Set<String> alternatives, AttributedTrees trees) {
    return trees
        .method(call)
        .filter(CollectionTwiceCheck::isOption)
        .map(method -> method.getSimpleName().toString())
        .filter(name -> alternatives.contains(verb(name)));
  }

  private static boolean isOption(ExecutableElement method) {
    return AttributedTrees.isVerb(method) || Owners.of(method).toString().startsWith(LIFTS);
  }

  /** The name of an option as a verb, for a record method that is named like a copy. */
  private static String verb(String method) {
    return method.startsWith("with")
        ? Character.toLowerCase(method.charAt(4)) + method.substring(5)
        : method;
  }

  /** The call that a call in a chain is made on, if it is an option of the same transformation. */
  private static Optional<TreePath> receiver(TreePath call, AttributedTrees trees) {
    return Syntax.receiver((MethodInvocationTree) call.getLeaf())
        .filter(MethodInvocationTree.class::isInstance)
        .map(receiver -> new TreePath(call, receiver))
        .filter(
            receiver -> trees.method(receiver).filter(CollectionTwiceCheck::isOption).isPresent());
  }

  private static Map<String, TreePath> names(TreePath call) {
    var names = new LinkedHashMap<String, TreePath>();
    for (var argument : ((MethodInvocationTree) call.getLeaf()).getArguments()) {
      Syntax.literal(argument).ifPresent(name -> names.put(name, new TreePath(call, argument)));
    }
    return names;
  }
}
