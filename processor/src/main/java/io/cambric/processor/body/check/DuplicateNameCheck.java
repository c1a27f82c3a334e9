package io.cambric.processor.body.check;

import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ForLoopTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.body.flow.AttributedTrees;
import io.cambric.processor.body.flow.Certainty;
import io.cambric.processor.body.flow.Construction;
import io.cambric.processor.body.flow.CountingLoop;
import io.cambric.processor.body.flow.DefinitionScanner;
import io.cambric.processor.body.flow.LambdaBodies;
import io.cambric.processor.body.flow.RepeatedCode;
import io.cambric.processor.body.flow.Syntax;
import io.cambric.processor.body.flow.Texts;
import io.cambric.processor.read.ElementNames;
import io.cambric.processor.report.DiagnosticCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/** Finds names that one run of a method gives twice for certain. */
public final class DuplicateNameCheck implements BodyCheck {

  /** The pattern of automatic names. */
  private static final Pattern COUNTED = Pattern.compile("(.*)_(0|[1-9][0-9]*)");

  @Override
  public void check(TreePath type, AttributedTrees trees, BodyReport report) {
    for (var methods : DefinitionScanner.definitions(type, trees)) {
      var bodies = new HashMap<Element, TreePath>();
      methods.forEach(method -> bodies.put(method.element(), method.path()));
      var reported = new HashSet<Tree>();
      // A method with a frame of its own comes first: it explains more than the methods that it
      // calls.
      methods.stream()
          .sorted(Comparator.comparing(method -> !AttributedTrees.mayCreate(method.element())))
          .forEach(method -> new Namer(trees, report, bodies, reported).read(method.path()));
    }
    for (var lambda : LambdaBodies.all(type, trees)) {
      new Namer(trees, report, Map.of(), new HashSet<>()).read(lambda);
    }
  }

  private static Optional<TreePath> initial(TreePath variable) {
    return Optional.ofNullable(((VariableTree) variable.getLeaf()).getInitializer())
        .map(initial -> new TreePath(variable, initial));
  }

  /**
   * An object that receives a name.
   *
   * @param collection the collection that contains it
   * @param uncertain the enclosing code that runs only in some cases
   */
  private record Given(String name, String collection, List<Tree> uncertain) {}

  /** The names that one method gives, directly or through other methods of the definition. */
  private static final class Namer {

    /** Submodules share their names with parameters. */
    private static final String PARAMS = "params";

    private final AttributedTrees trees;
    private final BodyReport report;
    private final Map<Element, TreePath> bodies;
    private final Set<Tree> reported;
    private final Map<Given, TreePath> given = new LinkedHashMap<>();
    private final Map<Given, Element> components = new HashMap<>();
    private final Map<String, List<List<Tree>>> automatic = new HashMap<>();
    private final Set<Element> running = new HashSet<>();
    private final Set<Tree> functions = new HashSet<>();

    Namer(
        AttributedTrees trees,
        BodyReport report,
        Map<Element, TreePath> bodies,
        Set<Tree> reported) {
      this.trees = trees;
      this.report = report;
      this.bodies = bodies;
      this.reported = reported;
    }

    void read(TreePath method) {
      new Scanner(List.of(), Map.of(), null).scan(method, null);
      given.forEach(this::compareWithAutomatic);
    }

    /** An automatic name is certainly in use if as many sites run as its number counts. */
    private void compareWithAutomatic(Given key, TreePath place) {
      var counted = COUNTED.matcher(key.name());
      if (key.collection().equals(PARAMS) && counted.matches()) {
        long certain =
            automatic.getOrDefault(counted.group(1), List.of()).stream()
                .filter(around -> endsWith(key.uncertain(), around))
                .count();
        // A longer number is no count.
        if (counted.group(2).length() < 9 && Integer.parseInt(counted.group(2)) < certain) {
          report(
              place,
              "The name \"%s\" is given explicitly and automatically in the same scope.",
              key);
        }
      }
    }

    private static boolean endsWith(List<Tree> all, List<Tree> outer) {
      return all.size() >= outer.size()
          && all.subList(all.size() - outer.size(), all.size()).equals(outer);
    }

    /** Whether code is in other code, and no function between the two has a scope of its own. */
    private boolean isInside(List<Tree> inner, List<Tree> outer) {
      return endsWith(inner, outer)
          && inner.subList(0, inner.size() - outer.size()).stream().noneMatch(functions::contains);
    }

    private void give(Given key, TreePath place) {
      boolean isTwice =
          given.keySet().stream()
              .filter(earlier -> earlier.name().equals(key.name()))
              .filter(earlier -> earlier.collection().equals(key.collection()))
              .anyMatch(earlier -> isInside(key.uncertain(), earlier.uncertain()));
      given.putIfAbsent(key, place);
      if (isTwice) {
        report(place, "The name \"%s\" is used twice in the same scope.", key);
      }
    }

    private void reportLoop(TreePath place, String name) {
      if (reported.add(place.getLeaf())) {
        report.about(
            DiagnosticCode.DUPLICATE_NAME,
            place,
            "Each step of the loop gives the name \"%s\" again, in one scope.".formatted(name),
            "Add the number of the step to it, or construct it once, before the loop.");
      }
    }

    private void report(TreePath place, String what, Given key) {
      if (reported.add(place.getLeaf())) {
        report.about(
            DiagnosticCode.DUPLICATE_NAME,
            place,
            what.formatted(key.name()),
            "Rename one of them, or construct it once and use it twice.");
      }
    }

    private final class Scanner extends TreePathScanner<@Nullable Void, @Nullable Void> {

      private final List<Tree> around;
      private final Map<Element, String> texts;
      private final @Nullable TreePath call;
      private final Map<Element, TreePath> initials = new HashMap<>();
      private final Set<Tree> unrolled = new HashSet<>();

      /**
       * Reads a method.
       *
       * @param around the uncertain parts around the call of it
       * @param texts the strings that its parameters are
       * @param call the call in the checked method; null when reading the checked method itself
       */
      Scanner(List<Tree> around, Map<Element, String> texts, @Nullable TreePath call) {
        this.around = around;
        this.texts = new HashMap<>(texts);
        this.call = call;
      }

      @Override
      public @Nullable Void visitMethodInvocation(
          MethodInvocationTree tree, @Nullable Void unused) {
        var path = getCurrentPath();
        Construction.at(path, trees).ifPresent(made -> construction(path, made));
        var method = trees.method(path);
        method
            .filter(trees::isCreation)
            .ifPresent(called -> creation(called.getSimpleName().toString(), tree, path));
        // The lambda that a module is made from gives names in the scope of that module.
        if (method.filter(AttributedTrees::isLambdaFactory).isEmpty()) {
          super.visitMethodInvocation(tree, null);
        }
        method.ifPresent(called -> follow(called, tree, path));
        return null;
      }

      private void construction(TreePath path, Construction made) {
        if (made.name() != null && !made.isDetached()) {
          give(made.name(), PARAMS);
        } else if (made.hasAutomaticName()) {
          automatic.computeIfAbsent(made.prefix(), _ -> new ArrayList<>()).add(uncertain(path));
        }
      }

      /** A method that is called directly gives its names in the scope of the caller. */
      private void follow(ExecutableElement called, MethodInvocationTree tree, TreePath path) {
        var body = bodies.get(called);
        boolean isDirect = Syntax.isOnThis(tree) || called.getModifiers().contains(Modifier.STATIC);
        if (body != null && isDirect && running.add(called)) {
          var passed = new HashMap<Element, String>();
          for (int i = 0;
              i < called.getParameters().size() && i < tree.getArguments().size();
              i++) {
            var parameter = called.getParameters().get(i);
            text(new TreePath(path, tree.getArguments().get(i)))
                .ifPresent(text -> passed.put(parameter, text));
          }
          new Scanner(uncertain(path), passed, call == null ? path : call).scan(body, null);
          running.remove(called);
        }
      }

      /** A module in a component takes the component's name when it is used. */
      @Override
      public @Nullable Void visitIdentifier(IdentifierTree tree, @Nullable Void unused) {
        var path = getCurrentPath();
        trees
            .moduleComponent(trees.element(path))
            .ifPresent(component -> {
              var name = ElementNames.inScope(component);
              var key = new Given(name, PARAMS, uncertain(path));
              if (components.putIfAbsent(key, component) == null) {
                Namer.this.give(key, place(path));
              }
            });
        return null;
      }

      private void creation(String function, MethodInvocationTree tree, TreePath path) {
        var arguments = tree.getArguments();
        if (function.equals("param") && !arguments.isEmpty()) {
          give(new TreePath(path, arguments.getFirst()), PARAMS);
        } else if (function.equals("variable") && arguments.size() >= 2) {
          var name = new TreePath(path, arguments.get(1));
          text(new TreePath(path, arguments.getFirst()))
              .ifPresent(collection -> give(name, collection));
        }
      }

      private void give(TreePath name, String collection) {
        text(name)
            .ifPresent(text -> {
              Namer.this.give(new Given(text, collection, uncertain(name)), place(name));
              if (RepeatedCode.isAround(name, unrolled, trees)) {
                reportLoop(place(name), text);
              }
            });
      }

      @Override
      public @Nullable Void visitLambdaExpression(
          LambdaExpressionTree tree, @Nullable Void unused) {
        functions.add(tree.getBody());
        return super.visitLambdaExpression(tree, null);
      }

      /** Reads the body of a loop over literals once for each literal. */
      @Override
      public @Nullable Void visitEnhancedForLoop(EnhancedForLoopTree tree, @Nullable Void unused) {
        var path = getCurrentPath();
        var each = Texts.elements(source(new TreePath(path, tree.getExpression())), texts, trees);
        return unroll(path, tree.getVariable(), each, tree.getStatement())
            ? null
            : super.visitEnhancedForLoop(tree, null);
      }

      /** Reads the body of a loop that counts up to a number once for each number. */
      @Override
      public @Nullable Void visitForLoop(ForLoopTree tree, @Nullable Void unused) {
        var path = getCurrentPath();
        var variable = CountingLoop.variable(tree);
        return variable.isPresent()
                && unroll(
                    path,
                    variable.get(),
                    CountingLoop.steps(path, texts, trees),
                    tree.getStatement())
            ? null
            : super.visitForLoop(tree, null);
      }

      private boolean unroll(TreePath loop, VariableTree name, List<String> each, Tree body) {
        var variable = trees.element(loop, name);
        if (variable == null
            || each.isEmpty()
            || !RepeatedCode.hasNoExit(new TreePath(loop, body))) {
          return false;
        }
        unrolled.add(body);
        for (var text : each) {
          texts.put(variable, text);
          scan(body, null);
        }
        texts.remove(variable);
        unrolled.remove(body);
        return true;
      }

      /** The list that a name holds for certain, or the expression itself. */
      private TreePath source(TreePath list) {
        var name = trees.element(list);
        if (name == null || name.getKind() != ElementKind.FIELD) {
          return initials.getOrDefault(name, list);
        }
        return trees
            .path(name)
            .filter(_ -> name.getModifiers().contains(Modifier.FINAL))
            .filter(path -> path.getLeaf() instanceof VariableTree)
            .flatMap(DuplicateNameCheck::initial)
            .orElse(list);
      }

      /** Remembers the text in a local name that keeps its first value. */
      @Override
      public @Nullable Void visitVariable(VariableTree tree, @Nullable Void unused) {
        var path = getCurrentPath();
        var name = trees.element(path);
        if (name != null && tree.getInitializer() != null && Texts.isKept(path, trees)) {
          var initial = new TreePath(path, tree.getInitializer());
          initials.put(name, initial);
          text(initial).ifPresent(text -> texts.put(name, text));
        }
        return super.visitVariable(tree, null);
      }

      private Optional<String> text(TreePath path) {
        return Texts.of(path, texts, trees);
      }

      private TreePath place(TreePath own) {
        return call == null ? own : call;
      }

      private List<Tree> uncertain(TreePath path) {
        var uncertain = new ArrayList<>(Certainty.uncertain(path));
        uncertain.removeAll(unrolled);
        uncertain.addAll(around);
        return uncertain;
      }
    }
  }
}
