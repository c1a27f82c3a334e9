package io.cambric.processor.body;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import io.cambric.processor.read.Names;
import io.cambric.processor.report.DiagnosticCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.lang.model.element.Element;
import org.jspecify.annotations.Nullable;

/** Finds names that one run of a method gives twice for certain. */
final class DuplicateNameCheck implements BodyCheck {

  /** Below these a part of the code may run or not, or more than once. */
  private static final Set<Tree.Kind> UNCERTAIN =
      Set.of(
          Tree.Kind.IF,
          Tree.Kind.SWITCH,
          Tree.Kind.SWITCH_EXPRESSION,
          Tree.Kind.CONDITIONAL_EXPRESSION,
          Tree.Kind.CONDITIONAL_AND,
          Tree.Kind.CONDITIONAL_OR,
          Tree.Kind.FOR_LOOP,
          Tree.Kind.ENHANCED_FOR_LOOP,
          Tree.Kind.WHILE_LOOP,
          Tree.Kind.DO_WHILE_LOOP,
          Tree.Kind.TRY,
          Tree.Kind.LAMBDA_EXPRESSION,
          Tree.Kind.CLASS);

  /** Something that is given a name. */
  private record Given(String name, String collection, List<Tree> uncertain) {}

  @Override
  public void check(TreePath type, Facts facts, BodyReport report) {
    for (var method : DefinitionScanner.methods(DefinitionScanner.definitions(type, facts))) {
      new Scanner(facts, report).scan(method.path(), null);
    }
  }

  private static final class Scanner extends TreePathScanner<@Nullable Void, @Nullable Void> {

    /** Submodules share their names with parameters. */
    private static final String PARAMS = "params";

    private final Facts facts;
    private final BodyReport report;
    private final Map<Given, TreePath> given = new HashMap<>();
    private final Map<Given, Element> components = new HashMap<>();

    Scanner(Facts facts, BodyReport report) {
      this.facts = facts;
      this.report = report;
    }

    @Override
    public @Nullable Void visitMethodInvocation(MethodInvocationTree tree, @Nullable Void unused) {
      var path = getCurrentPath();
      Construction.at(path, facts)
          .filter(construction -> !construction.isDetached())
          .flatMap(construction -> Optional.ofNullable(construction.name()))
          .ifPresent(name -> give(name, PARAMS));
      facts
          .method(path)
          .filter(facts::isCreation)
          .ifPresent(method -> creation(method.getSimpleName().toString(), tree, path));
      return super.visitMethodInvocation(tree, null);
    }

    /** A module in a component takes the component's name when it is used. */
    @Override
    public @Nullable Void visitIdentifier(IdentifierTree tree, @Nullable Void unused) {
      var path = getCurrentPath();
      facts
          .moduleComponent(facts.element(path))
          .ifPresent(component -> {
            var key = new Given(Names.inScope(component), PARAMS, uncertain(path));
            if (components.putIfAbsent(key, component) == null) {
              give(key, path);
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
        Facts.literal(arguments.getFirst()).ifPresent(collection -> give(name, collection));
      }
    }

    private void give(TreePath literal, String collection) {
      var name = Facts.literal(literal.getLeaf());
      if (name.isEmpty()) {
        return;
      }
      give(new Given(name.get(), collection, uncertain(literal)), literal);
    }

    private void give(Given key, TreePath place) {
      if (given.putIfAbsent(key, place) != null) {
        report.about(
            DiagnosticCode.DUPLICATE_NAME,
            place,
            "The name \"%s\" is given twice in one scope.".formatted(key.name()),
            "Name one of them otherwise, or construct it once and use it twice.");
      }
    }

    private static List<Tree> uncertain(TreePath path) {
      var trees = new ArrayList<Tree>();
      for (TreePath p = path; p.getParentPath() != null; p = p.getParentPath()) {
        if (UNCERTAIN.contains(p.getParentPath().getLeaf().getKind())) {
          // The branch, not only the statement: two branches of one statement exclude each other.
          trees.add(p.getLeaf());
        }
      }
      return trees;
    }
  }
}
