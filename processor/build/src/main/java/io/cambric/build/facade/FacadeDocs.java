package io.cambric.build.facade;

import com.sun.source.doctree.ReferenceTree;
import com.sun.source.util.DocTreePath;
import com.sun.source.util.DocTreePathScanner;
import com.sun.source.util.DocTrees;
import com.sun.source.util.TreePath;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;
import javax.lang.model.element.PackageElement;
import javax.lang.model.element.TypeElement;
import org.jspecify.annotations.Nullable;

/**
 * The Javadoc of a façade: that of the contents and of the topics, with references that resolve
 * from the façade. A reference to a topic, its function or the contents leads to the façade. Other
 * types get their qualified names, since a generated file has not the imports of the topic.
 */
final class FacadeDocs {

  private final FacadeContents contents;
  private final DocTrees trees;
  private final Set<Element> inside;

  FacadeDocs(FacadeContents contents, DocTrees trees) {
    this.contents = contents;
    this.trees = trees;
    this.inside = new HashSet<>(contents.topics().toList());
    inside.add(contents.marked());
  }

  /** {@return the comment of an element; empty without one} */
  String of(Element element) {
    var path = trees.getPath(element);
    var comment = trees.getDocComment(path);
    var tree = trees.getDocCommentTree(path);
    if (comment == null || tree == null) {
      return "";
    }
    var text = unindented(comment);
    var rewritten = new StringBuilder();
    var references = new References(path);
    references.scan(new DocTreePath(path, tree), null);
    int at = 0;
    for (var reference : references.found) {
      var matcher =
          Pattern.compile(
                  "(?:@link|@linkplain|@value|@see|@throws|@exception)\\s+("
                      + Pattern.quote(reference.signature())
                      + ")(?![\\w.#(])")
              .matcher(text);
      if (matcher.find(at)) {
        rewritten.append(text, at, matcher.start(1)).append(reference.target());
        at = matcher.end(1);
      }
    }
    return rewritten.append(text.substring(at)).toString();
  }

  /** The text of a comment without the blank after each star. */
  private static String unindented(String comment) {
    return Pattern.compile("^ ", Pattern.MULTILINE).matcher(comment).replaceAll("").strip();
  }

  /** A reference as it is written, and as the façade has it. */
  private record Reference(String signature, String target) {}

  /** The references of one comment in order. */
  private final class References extends DocTreePathScanner<@Nullable Void, @Nullable Void> {

    private final TreePath path;
    private final List<Reference> found = new ArrayList<>();

    References(TreePath path) {
      this.path = path;
    }

    @Override
    public @Nullable Void visitReference(ReferenceTree reference, @Nullable Void unused) {
      var signature = reference.getSignature();
      found.add(new Reference(signature, target(signature, trees.getElement(getCurrentPath()))));
      return super.visitReference(reference, unused);
    }

    private String target(String signature, @Nullable Element element) {
      int hash = signature.indexOf('#');
      var member = hash < 0 ? "" : signature.substring(hash);
      var owner = element == null ? null : owner(element);
      if (owner == null && signature.equals(contents.facade().simpleName())) {
        return signature;
      }
      if (owner == null) {
        return unresolved(hash < 0 ? signature : signature.substring(0, hash)) + member;
      }
      if (inside.contains(owner)) {
        return member.isEmpty() ? contents.facade().simpleName() : member;
      }
      return qualified(owner) + member;
    }

    /** A class that is generated only now is known by its import or its package. */
    private String unresolved(String type) {
      if (type.equals(contents.facade().simpleName())) {
        return "";
      }
      for (var line : path.getCompilationUnit().getImports()) {
        var name = line.getQualifiedIdentifier().toString();
        if (!line.isStatic() && name.endsWith("." + type)) {
          return name;
        }
      }
      return type;
    }
  }

  private static @Nullable TypeElement owner(Element element) {
    return element instanceof TypeElement type
        ? type
        : element.getEnclosingElement() instanceof TypeElement type ? type : null;
  }

  private String qualified(TypeElement type) {
    var name = type.getQualifiedName().toString();
    var enclosing = packageOf(type).getQualifiedName().toString();
    boolean isVisible =
        enclosing.equals(contents.facade().packageName()) || enclosing.equals("java.lang");
    return isVisible ? name.substring(enclosing.length() + 1) : name;
  }

  private static PackageElement packageOf(Element element) {
    return element instanceof PackageElement found
        ? found
        : packageOf(Objects.requireNonNull(element.getEnclosingElement()));
  }
}
