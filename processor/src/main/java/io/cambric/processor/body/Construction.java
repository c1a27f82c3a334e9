package io.cambric.processor.body;

import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.util.TreePath;
import io.cambric.processor.read.Owners;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/**
 * The construction of a submodule, from {@code X.of(...)} through what changes it before its use,
 * as in {@code Dense.of(4).withUseBias(false).named("out")}.
 *
 * @param factory the call of {@code of}
 * @param whole the outermost call that still yields the submodule
 * @param moduleName the simple name of the module
 * @param name the path to the literal in {@code named("...")}, if there is one
 * @param isNamed whether {@code named} is called at all
 * @param isDetached whether {@code detached()} is called
 */
record Construction(
    TreePath factory,
    TreePath whole,
    String moduleName,
    @Nullable TreePath name,
    boolean isNamed,
    boolean isDetached) {

  private static final String TRANSFORMABLE = "io.cambric.module.TransformableModule";

  /** What every module has, and what the shorthands of generated ones are called. */
  private static final Set<String> WITHOUT_SCOPE =
      Set.of("init", "initWithOutput", "apply", "bind");

  /** {@return the construction whose call of {@code of} is at {@code path}} */
  static Optional<Construction> at(TreePath path, Facts facts) {
    if (!(path.getLeaf() instanceof MethodInvocationTree)) {
      return Optional.empty();
    }
    var method = facts.method(path).filter(facts::isFactory);
    if (method.isEmpty()) {
      return Optional.empty();
    }
    TreePath whole = path;
    TreePath name = null;
    boolean isNamed = false;
    boolean isDetached = false;
    for (var next = chained(whole, facts); next != null; next = chained(whole, facts)) {
      whole = next;
      if (next.getLeaf() instanceof MethodInvocationTree call) {
        var called = ((MemberSelectTree) call.getMethodSelect()).getIdentifier().toString();
        isDetached |= called.equals("detached");
        if (called.equals("named") && !call.getArguments().isEmpty()) {
          isNamed = true;
          name = new TreePath(next, call.getArguments().getFirst());
        }
      }
    }
    var moduleName = Owners.of(method.get()).getSimpleName().toString();
    return Optional.of(new Construction(path, whole, moduleName, name, isNamed, isDetached));
  }

  /** {@return whether its name is counted} */
  boolean hasAutomaticName() {
    return !isNamed && !isDetached;
  }

  /** {@return whether a method that needs its variables is called on the construction itself} */
  boolean isCalledInScope(Facts facts) {
    return isCalledAtOnce()
        && facts
            .method(whole.getParentPath().getParentPath())
            .filter(called -> Facts.isGenerated(Owners.of(called)))
            .filter(called -> !WITHOUT_SCOPE.contains(called.getSimpleName().toString()))
            .isPresent();
  }

  /** {@return whether a method of the module is called on the construction itself} */
  boolean isCalledAtOnce() {
    return whole.getParentPath().getLeaf() instanceof MemberSelectTree
        && whole.getParentPath().getParentPath().getLeaf() instanceof MethodInvocationTree;
  }

  /** The call, or the parentheses, around {@code path} that still yield the submodule. */
  private static @Nullable TreePath chained(TreePath path, Facts facts) {
    var parent = path.getParentPath();
    if (parent.getLeaf() instanceof ParenthesizedTree) {
      return parent;
    }
    if (!(parent.getLeaf() instanceof MemberSelectTree)) {
      return null;
    }
    var call = parent.getParentPath();
    boolean isCall =
        call.getLeaf() instanceof MethodInvocationTree invocation
            && invocation.getMethodSelect() == parent.getLeaf();
    return isCall && isChange(call, facts) ? call : null;
  }

  /** {@return whether a call on a module returns it changed} */
  static boolean isChange(TreePath call, Facts facts) {
    return facts.method(call).filter(method -> isChange(method, facts)).isPresent()
        && facts.isModule(facts.type(call));
  }

  private static boolean isChange(ExecutableElement method, Facts facts) {
    var name = method.getSimpleName().toString();
    boolean changes =
        name.startsWith("with")
            || name.equals("named")
            || name.equals("detached")
            || name.equals("copy")
            || name.equals("lifted");
    return !method.getModifiers().contains(Modifier.STATIC)
        && (changes && facts.isModule(Owners.of(method).asType())
            || Facts.isMemberOf(method, TRANSFORMABLE));
  }
}
