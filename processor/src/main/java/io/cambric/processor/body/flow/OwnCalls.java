package io.cambric.processor.body.flow;

import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.read.Owners;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import org.jspecify.annotations.Nullable;

/** The direct calls and mentions between the methods of a definition. */
public final class OwnCalls {

  private final Map<ExecutableElement, Map<ExecutableElement, TreePath>> calls;
  private final boolean hasUnknown;

  private OwnCalls(
      Map<ExecutableElement, Map<ExecutableElement, TreePath>> calls, boolean hasUnknown) {
    this.calls = calls;
    this.hasUnknown = hasUnknown;
  }

  /** Reads the calls between the methods of one definition. */
  public static OwnCalls of(List<DefinitionScanner.Method> methods, AttributedTrees trees) {
    var calls = new LinkedHashMap<ExecutableElement, Map<ExecutableElement, TreePath>>();
    var unknown = new HashSet<Element>();
    for (var method : methods) {
      var mentioned = new LinkedHashMap<ExecutableElement, TreePath>();
      var owner = Owners.of(method.element());
      new TreePathScanner<@Nullable Void, @Nullable Void>() {
        @Override
        public @Nullable Void visitMethodInvocation(
            MethodInvocationTree tree, @Nullable Void unused) {
          trees
              .method(getCurrentPath())
              .ifPresentOrElse(this::mention, () -> unknown.add(method.element()));
          return super.visitMethodInvocation(tree, null);
        }

        @Override
        public @Nullable Void visitMemberReference(
            MemberReferenceTree tree, @Nullable Void unused) {
          if (trees.element(getCurrentPath()) instanceof ExecutableElement target) {
            mention(target);
          }
          return super.visitMemberReference(tree, null);
        }

        private void mention(ExecutableElement target) {
          if (Owners.of(target).equals(owner)) {
            mentioned.putIfAbsent(target, getCurrentPath());
          }
        }
      }.scan(method.path(), null);
      calls.put(method.element(), mentioned);
    }
    return new OwnCalls(calls, !unknown.isEmpty());
  }

  /** {@return the methods that {@code caller} mentions, each with its first mention} */
  public Map<ExecutableElement, TreePath> from(ExecutableElement caller) {
    return calls.getOrDefault(caller, Map.of());
  }

  /** {@return whether a call has no method, since its name or an argument is wrong} */
  public boolean hasUnknown() {
    return hasUnknown;
  }

  /** {@return whether any method mentions {@code method}} */
  public boolean isMentioned(ExecutableElement method) {
    return calls.values().stream().anyMatch(mentioned -> mentioned.containsKey(method));
  }

  /** {@return the methods that may create, and all methods reachable from them} */
  public Set<Element> reachedFromCreators() {
    var reached = new HashSet<Element>();
    var open = new ArrayDeque<ExecutableElement>();
    calls.keySet().stream().filter(AttributedTrees::mayCreate).forEach(open::add);
    while (!open.isEmpty()) {
      var method = open.remove();
      if (reached.add(method)) {
        open.addAll(from(method).keySet());
      }
    }
    return reached;
  }

  /**
   * {@return the effects of the methods, directly or through the methods that they mention}
   *
   * @param direct the direct effects of methods
   */
  public Map<Element, String> spread(Map<? extends Element, String> direct) {
    var found = new HashMap<Element, String>(direct);
    int before;
    do {
      before = found.size();
      for (var method : calls.keySet()) {
        from(method).keySet().stream()
            .flatMap(called -> Optional.ofNullable(found.get(called)).stream())
            .findFirst()
            .ifPresent(done -> found.putIfAbsent(method, done));
      }
    } while (found.size() > before);
    return found;
  }
}
