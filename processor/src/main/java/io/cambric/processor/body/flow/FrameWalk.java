package io.cambric.processor.body.flow;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.read.CallInterface;
import io.cambric.processor.read.Owners;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * Follows one run of a compact method through the methods and functions that it calls in its own
 * frame. It collects the sites where submodules take automatic names, in the order of construction.
 */
public final class FrameWalk {

  /**
   * A site where a submodule takes an automatic name.
   *
   * @param place the tree to report on
   * @param the object that is made there, in words
   * @param module the module class
   * @param prefix the prefix of its name
   * @param dependences all dependences of the site, up to the method that begins the run
   */
  public record Site(
      TreePath place,
      String what,
      TypeElement module,
      String prefix,
      ControlDependences dependences) {}

  /** A conditional call of a method that makes something. */
  private record Via(TreePath call, String method) {}

  private final AttributedTrees trees;
  private final Effects effects;
  private final TypeElement top;
  private final List<Site> sites = new ArrayList<>();
  private final Set<ExecutableElement> running = new HashSet<>();

  private FrameWalk(AttributedTrees trees, TypeElement top) {
    this.trees = trees;
    this.effects = new Effects(trees);
    this.top = top;
  }

  /**
   * {@return the sites in a run of {@code method}}
   *
   * @param top the outermost class around it, whose trees may be read
   */
  public static List<Site> of(
      DefinitionScanner.Method method, TypeElement top, AttributedTrees trees) {
    var walk = new FrameWalk(trees, top);
    var taint = Taint.ofArguments(method.element(), trees);
    walk.walk(method.element(), method.path(), taint, Map.of(), ControlDependences.NONE, null);
    return walk.sites;
  }

  /**
   * {@return the sites in a run of a lambda that a module is made from}
   *
   * @param top the outermost class around it, whose trees may be read
   */
  public static List<Site> ofLambda(TreePath lambda, TypeElement top, AttributedTrees trees) {
    var walk = new FrameWalk(trees, top);
    var taint = Taint.withState(trees);
    for (var parameter : ((LambdaExpressionTree) lambda.getLeaf()).getParameters()) {
      var element = trees.element(lambda, parameter);
      if (element != null) {
        taint.taint(element, true, true);
      }
    }
    TaintPropagation.over(lambda, taint, trees);
    walk.new Scanner(taint, lambda, new HashMap<>(), ControlDependences.NONE, null, new HashSet<>())
        .scan(lambda, null);
    return walk.sites;
  }

  private void walk(
      ExecutableElement method,
      TreePath path,
      Taint taint,
      Map<Element, Function> functions,
      ControlDependences outer,
      @Nullable Via via) {
    if (running.add(method)) {
      TaintPropagation.over(path, taint, trees);
      new Scanner(taint, path, new HashMap<>(functions), outer, via, new HashSet<>())
          .scan(path, null);
      running.remove(method);
    }
  }

  /** A function in a local variable, and the method that contains its code. */
  private record Function(TreePath path, Scanner home) {}

  private final class Scanner extends TreePathScanner<@Nullable Void, @Nullable Void> {

    private final Taint taint;
    private final ControlDependenceFinder around;
    private final TreePath root;
    private final Map<Element, Function> functions;
    private final ControlDependences outer;
    private final @Nullable Via via;
    private final Set<Element> used;
    private final Map<Element, TreePath> declared = new HashMap<>();

    Scanner(
        Taint taint,
        TreePath root,
        Map<Element, Function> functions,
        ControlDependences outer,
        @Nullable Via via,
        Set<Element> used) {
      this.taint = taint;
      this.around = new ControlDependenceFinder(trees, taint);
      this.root = root;
      this.functions = functions;
      this.outer = outer;
      this.via = via;
      this.used = used;
    }

    @Override
    public @Nullable Void visitVariable(VariableTree tree, @Nullable Void unused) {
      var name = trees.element(getCurrentPath());
      if (name != null) {
        declared.put(name, getCurrentPath());
      }
      var initial = tree.getInitializer();
      if (name != null && initial != null && Syntax.isFunction(initial)) {
        functions.put(name, new Function(new TreePath(getCurrentPath(), initial), this));
        return null;
      }
      return super.visitVariable(tree, null);
    }

    /** Runs a function where its name is called, or passed to a method that runs it. */
    @Override
    public @Nullable Void visitIdentifier(IdentifierTree tree, @Nullable Void unused) {
      var name = trees.element(getCurrentPath());
      var function = name == null ? null : functions.get(name);
      if (function != null) {
        var dependences = around.between(getCurrentPath(), root).within(outer);
        functions.remove(name);
        function.home().run(function.path(), functions, dependences, via);
        functions.put(name, function);
      }
      return null;
    }

    /** Runs a function whose code is in this method. */
    private void run(
        TreePath function,
        Map<Element, Function> known,
        ControlDependences from,
        @Nullable Via call) {
      var all = new HashMap<>(functions);
      all.putAll(known);
      if (function.getLeaf() instanceof MemberReferenceTree reference) {
        var scanner = new Scanner(taint, function, all, from, call, used);
        scanner.refer(function, reference);
      } else {
        new Scanner(taint, function, all, from, call, used).scan(function, null);
      }
    }

    @Override
    public @Nullable Void visitClass(ClassTree tree, @Nullable Void unused) {
      // The body of a local class runs where it is called.
      return tree.getSimpleName().isEmpty() ? super.visitClass(tree, null) : null;
    }

    @Override
    public @Nullable Void visitMemberReference(MemberReferenceTree tree, @Nullable Void unused) {
      refer(getCurrentPath(), tree);
      return super.visitMemberReference(tree, null);
    }

    private void refer(TreePath path, MemberReferenceTree tree) {
      if (trees.element(path) instanceof ExecutableElement mentioned) {
        if (trees.isFactory(mentioned)) {
          var module = trees.made(mentioned);
          site(path, module.getSimpleName() + " is constructed", module, trees.prefix(module));
        } else {
          call(path, mentioned, List.of());
        }
      }
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      var path = getCurrentPath();
      var method = trees.method(path);
      // A function in a local name runs after the arguments that its call passes.
      boolean isFunction =
          Syntax.receiver(tree)
              .map(receiver -> trees.element(new TreePath(path, tree.getMethodSelect()), receiver))
              .filter(functions::containsKey)
              .isPresent();
      if (!isFunction) {
        scan(tree.getMethodSelect(), null);
      }
      for (var argument : tree.getArguments()) {
        boolean runsElsewhere =
            Syntax.isFunction(argument) && method.filter(this::runsIt).isPresent();
        if (!runsElsewhere) {
          scan(argument, null);
        }
      }
      if (isFunction) {
        scan(tree.getMethodSelect(), null);
      }
      Construction.at(path, trees)
          .filter(Construction::hasAutomaticName)
          .ifPresent(made -> site(path, made.moduleName() + " is constructed", made));
      Construction.anew(path, this::isTaken, trees)
          .filter(Construction::hasAutomaticName)
          .ifPresent(made -> site(path, anew(tree, made), made));
      method.ifPresent(called -> call(path, called, tree.getArguments()));
      use(path, tree);
      return null;
    }

    private static String anew(MethodInvocationTree tree, Construction made) {
      var change = ((MemberSelectTree) tree.getMethodSelect()).getIdentifier();
      return change.contentEquals("copy")
          ? "A copy of " + made.moduleName() + " is made"
          : "Another " + made.moduleName() + " is made by " + change;
    }

    /** Whether a function that is passed to a method runs elsewhere, not in the call itself. */
    private boolean runsIt(ExecutableElement method) {
      var owner = Owners.of(method);
      return trees.isModule(owner.asType()) && AttributedTrees.isGenerated(owner)
          || CallInterface.declares(method)
          || AttributedTrees.isLambdaFactory(method)
          || tree(method).isPresent();
    }

    // -- modules that have a name already

    private void use(TreePath path, MethodInvocationTree tree) {
      var receiver = Syntax.receiver(tree).filter(IdentifierTree.class::isInstance);
      if (receiver.isPresent() && !Construction.isChange(path, trees)) {
        var name = trees.element(new TreePath(path, tree.getMethodSelect()), receiver.get());
        if (name != null) {
          used.add(name);
        }
      }
    }

    private boolean isTaken(TreePath module) {
      if (module.getLeaf() instanceof IdentifierTree) {
        var name = trees.element(module);
        if (name == null || trees.moduleComponent(name).isPresent()) {
          return name != null;
        }
        var declaration = declared.get(name);
        return name.getKind() == ElementKind.LOCAL_VARIABLE
            && declaration != null
            && (used.contains(name) || loops(module) > loops(declaration));
      }
      return module.getLeaf() instanceof MethodInvocationTree
          && trees.method(module).filter(this::isAccessor).isPresent();
    }

    private long loops(TreePath place) {
      return around.between(place, root).all().stream().filter(ControlDependence::isLoop).count();
    }

    private boolean isAccessor(ExecutableElement method) {
      var owner = Owners.of(method);
      return method.getParameters().isEmpty()
          && (AttributedTrees.isDefinition(owner) || trees.isSetupRecord(owner.asType()));
    }

    // -- calls

    private void call(TreePath path, ExecutableElement called, List<? extends Tree> arguments) {
      var dependences = around.between(path, root);
      var name = called.getSimpleName().toString();
      var behind = dependences.first().isPresent() ? new Via(path, name) : via;
      var body = tree(called);
      if (body.isEmpty()) {
        implementations(path, called);
        for (var module : effects.automatic(called)) {
          var what = "%s, constructed in %s, is made".formatted(module.getSimpleName(), name);
          site(path, what, module, trees.prefix(module));
        }
        return;
      }
      var parameters = called.getParameters();
      var inner = Taint.withState(trees);
      var given = new HashMap<Element, Function>();
      if (path.getLeaf() instanceof MemberReferenceTree && isOfArguments(path)) {
        parameters.forEach(parameter -> inner.taint(parameter, true, true));
      }
      for (int i = 0; i < arguments.size(); i++) {
        var parameter = parameters.get(Math.min(i, parameters.size() - 1));
        pass(path, arguments.get(i), parameter, inner, given);
      }
      var deciding =
          arguments.stream()
              .filter(a -> !trees.isArray(trees.type(new TreePath(path, a))))
              .filter(a -> taint.value(path, a).isPresent())
              .toList();
      boolean areStable =
          deciding.stream().allMatch(a -> Stability.of(new TreePath(path, a), trees));
      var key = deciding.stream().map(Object::toString).collect(Collectors.joining(",", "(", ")"));
      int before = sites.size();
      walk(called, body.get(), inner, given, dependences.within(outer), behind);
      inCall(before, dependences.within(outer).all().size(), key, areStable);
      if (!isOfTop(called)) {
        atCall(before, path, name);
      }
    }

    /** Reports the sites of a method of another class at its call, which passes the argument. */
    private void atCall(int from, TreePath call, String method) {
      for (int i = from; i < sites.size(); i++) {
        var site = sites.get(i);
        var what =
            "%s, constructed in %s, is made".formatted(site.module().getSimpleName(), method);
        sites.set(i, new Site(call, what, site.module(), site.prefix(), site.dependences()));
      }
    }

    /**
     * Adds the submodules that an implementation of a method makes, where an argument decides which
     * implementation runs.
     */
    private void implementations(TreePath path, ExecutableElement called) {
      var receiver =
          path.getLeaf() instanceof MethodInvocationTree call
              ? Syntax.receiver(call)
              : Optional.<Tree>empty();
      var decider = receiver.flatMap(r -> taint.value(new TreePath(path, select(path)), r));
      if (decider.isPresent() && called.getModifiers().contains(Modifier.ABSTRACT)) {
        var type =
            ControlDependence.condition(
                "\"%s\" is of one type".formatted(decider.get()), decider.get(), true);
        var dependences = new ControlDependences(List.of(type)).within(around.between(path, root));
        for (var implementation : trees.implementations(called)) {
          for (var module : effects.automatic(implementation)) {
            var what =
                "%s, constructed in %s, is made"
                    .formatted(module.getSimpleName(), called.getSimpleName());
            sites.add(
                new Site(path, what, module, trees.prefix(module), dependences.within(outer)));
          }
        }
      }
    }

    private static Tree select(TreePath call) {
      return ((MethodInvocationTree) call.getLeaf()).getMethodSelect();
    }

    /** Whether a method reference is run over what depends on a call argument. */
    private boolean isOfArguments(TreePath reference) {
      var around = reference.getParentPath();
      return around.getLeaf() instanceof MethodInvocationTree runner
          && Syntax.receiver(runner)
              .flatMap(r -> taint.value(new TreePath(around, runner.getMethodSelect()), r))
              .isPresent();
    }

    /** Marks the conditions inside a method with the call that they belong to. */
    private void inCall(int from, int outside, String key, boolean areStable) {
      for (int i = from; i < sites.size(); i++) {
        var site = sites.get(i);
        var all = site.dependences().all();
        var inside = new ControlDependences(all.subList(0, all.size() - outside));
        var rest = new ControlDependences(all.subList(all.size() - outside, all.size()));
        sites.set(
            i,
            new Site(
                site.place(),
                site.what(),
                site.module(),
                site.prefix(),
                inside.inCall(key, areStable).within(rest)));
      }
    }

    private void pass(
        TreePath path,
        Tree argument,
        Element parameter,
        Taint inner,
        Map<Element, Function> given) {
      if (Syntax.isFunction(argument)) {
        given.put(parameter, new Function(new TreePath(path, argument), this));
        return;
      }
      var known =
          argument instanceof IdentifierTree ? functions.get(trees.element(path, argument)) : null;
      if (known != null) {
        given.put(parameter, known);
      }
      if (!trees.isSetupRecord(parameter.asType())) {
        inner.taint(
            parameter,
            taint.value(path, argument).isPresent(),
            taint.count(path, argument).isPresent());
      }
    }

    /** The tree of a method that runs in the frame of its caller, in this compilation. */
    private Optional<TreePath> tree(ExecutableElement method) {
      boolean isOfModule = trees.isModule(Owners.of(method).asType());
      return method.getKind() == ElementKind.METHOD && !isOfModule
          ? trees
              .path(method)
              .filter(p -> p.getLeaf() instanceof MethodTree tree && tree.getBody() != null)
          : Optional.empty();
    }

    /** Whether a method is declared in the class that is checked, and reports its own sites. */
    private boolean isOfTop(ExecutableElement method) {
      Element outermost = method;
      while (outermost.getEnclosingElement() != null
          && outermost.getEnclosingElement().getKind() != ElementKind.PACKAGE) {
        outermost = outermost.getEnclosingElement();
      }
      return outermost.equals(top);
    }

    // -- sites

    private void site(TreePath place, String what, Construction made) {
      site(place, what, made.module(), made.prefix());
    }

    private void site(TreePath place, String what, TypeElement module, String prefix) {
      var own = around.between(place, root);
      var all = own.within(outer);
      if (own.first().isEmpty() && via != null) {
        var made = "%s, constructed in %s, is made".formatted(module.getSimpleName(), via.method());
        sites.add(new Site(via.call(), made, module, prefix, all));
      } else {
        sites.add(new Site(place, what, module, prefix, all));
      }
    }
  }
}
